import { recordInBatches } from '../audit/record-repeated.ts';
import type { Clock } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import type { Events } from '../model/event.ts';
import { recordSum } from './record-transfer.ts';

interface SumDependencies {
  database: Pick<Database, 'transact'>;
  events: Events;
  clock: Clock;
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
