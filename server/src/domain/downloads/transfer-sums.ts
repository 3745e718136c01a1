import { recordedTogether } from '../audit/record-repeated.ts';
import type { Database, Repositories } from '../model/database.ts';
import { inBatches } from '../model/in-batches.ts';
import { recordSum } from './record-transfer.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface SumDependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: Pick<Database, 'transact'>;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Moves sums of transfers to the audit trail. */
export function createTransferSums({ database, events, clock }: SumDependencies) {
  async function recordSome(repositories: Repositories, limit: number): Promise<number> {
    const due = await repositories.transferSums.listDue(clock.now(), limit);
    for (const sum of due) await recordSum({ events }, repositories, sum);
    return due.length;
  }

  return {
    /** Records the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await inBatches(database, recordedTogether, recordSome, stopping);
    },
  };
}
