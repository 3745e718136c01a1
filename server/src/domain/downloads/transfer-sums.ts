import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { recordInBatches } from '../audit/record-in-batches.ts';
import { recordSum } from './record-transfer.ts';
import type { Store } from '../model/store.ts';

interface Dependencies {
  store: Pick<Store, 'transact'>;
  audit: AuditTrail;
  clock: Clock;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Sees to it that what was summed up about transfers reaches the audit trail. */
export function createTransferSums({ store, audit, clock }: Dependencies) {
  return {
    /** Writes down the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(store, stopping, async (repositories, limit) => {
        const due = await repositories.transferSums.listDue(clock.now(), limit);
        for (const sum of due) await recordSum({ audit }, repositories, sum);
        return due.length;
      });
    },
  };
}
