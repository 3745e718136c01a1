import { recordInBatches } from '../audit/record-repeated.ts';
import type { Database } from '../model/database.ts';
import { recordSum } from './record-transfer.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface SumDependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: Pick<Database, 'transact'>;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Moves sums of transfers to the audit trail. */
export function createTransferSums({ database, events, clock }: SumDependencies) {
  return {
    /** Records the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(database, stopping, async (repositories, limit) => {
        const due = await repositories.transferSums.listDue(clock.now(), limit);
        for (const sum of due) await recordSum({ events }, repositories, sum);
        return due.length;
      });
    },
  };
}
