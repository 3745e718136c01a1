import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { recordInBatches } from '../audit/record-in-batches.ts';
import { recordSum } from './record-transfer.ts';
import type { Database } from '../model/database.ts';

interface Dependencies {
  database: Pick<Database, 'transact'>;
  audit: AuditTrail;
  clock: Clock;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Sees to it that what was summed up about transfers reaches the audit trail. */
export function createTransferSums({ database, audit, clock }: Dependencies) {
  return {
    /** Writes down the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(database, stopping, async (repositories, limit) => {
        const due = await repositories.transferSums.listDue(clock.now(), limit);
        for (const sum of due) await recordSum({ audit }, repositories, sum);
        return due.length;
      });
    },
  };
}
