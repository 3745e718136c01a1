import type { AuditTrail } from './audit.ts';
import type { Clock } from './clock.ts';
import { recordSum } from './record-transfer.ts';
import type { Repositories, Store } from './store.ts';

/** So many become records in one transaction: it holds all other writers up. */
const batchSize = 100;

interface Dependencies {
  store: Pick<Store, 'transact'>;
  audit: AuditTrail;
  clock: Clock;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Sees to it that what was summed up about transfers reaches the audit trail. */
export function createTransferSums({ store, audit, clock }: Dependencies) {
  async function recordBatch(repositories: Repositories): Promise<number> {
    const due = await repositories.transferSums.listDue(clock.now(), batchSize);
    for (const sum of due) await recordSum({ audit }, repositories, sum);
    return due.length;
  }

  return {
    /** Writes down the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      let recorded = 0;
      for (;;) {
        const batch = await store.transact(recordBatch);
        recorded += batch;
        if (batch < batchSize || stopping.aborted) return recorded;
      }
    },
  };
}
