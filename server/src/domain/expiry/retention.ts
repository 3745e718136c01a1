import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../model/actor.ts';
import type { AuditTrail } from '../model/audit.ts';
import { trimTrail } from '../audit/audit-retention.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';

/** How long each is kept after it has ended. Undefined: for ever. */
export interface RetentionPeriods {
  auditMs: number | undefined;
  mailMs: number | undefined;
  historyMs: number | undefined;
}

interface Dependencies {
  database: DatabaseOf<'audit' | 'dispatches' | 'outbox' | 'installationValues'>;
  audit: AuditTrail;
  clock: Clock;
  actor: Actor;
  periods: RetentionPeriods;
}

/** So many rows are removed in one transaction. */
const batchSize = 200;

export type Retention = ReturnType<typeof createRetention>;

/** Removes what is kept only because it once was: mails that were settled, dispatches that ended, records. */
export function createRetention({ database, audit, clock, actor, periods }: Dependencies) {
  async function removeInBatches(
    keptMs: number | undefined,
    stopping: AbortSignal,
    removeSome: (
      repositories: Pick<Repositories, 'audit' | 'dispatches' | 'outbox' | 'installationValues'>,
      before: number,
      limit: number,
    ) => Promise<number>,
  ): Promise<number> {
    if (keptMs === undefined) return 0;
    let removed = 0;
    while (!stopping.aborted) {
      const before = clock.now() - keptMs;
      const batch = await database.transact((repositories) =>
        removeSome(repositories, before, batchSize),
      );
      removed += batch;
      if (batch < batchSize) break;
      await nextTurn();
    }
    return removed;
  }

  return {
    /** Returns how many mails, dispatches and records were removed. */
    async removeOutdated(stopping: AbortSignal): Promise<number> {
      const { auditMs, mailMs, historyMs } = periods;
      return (
        (await removeInBatches(mailMs, stopping, ({ outbox }, before, limit) =>
          outbox.removeSettled(before, limit),
        )) +
        (await removeInBatches(historyMs, stopping, ({ dispatches }, before, limit) =>
          dispatches.removeEnded(before, limit),
        )) +
        (await trimTrail({ database, audit, clock, actor, retentionMs: auditMs }, stopping))
      );
    },
  };
}
