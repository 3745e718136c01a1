import { trimTrail } from '../audit/audit-retention.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import { feedRowsKeptMs } from '../model/feed.ts';
import { inBatches } from '../model/in-batches.ts';
import { attemptsKeptMs } from '../model/webhook.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How long each is kept after it has ended. Undefined: for ever. */
export interface RetentionPeriods {
  auditMs: number | undefined;
  mailMs: number | undefined;
  historyMs: number | undefined;
}

type RepositoryName =
  'dispatches' | 'installationValues' | 'webhooks' | 'webhookAttempts' | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<RepositoryName>;
  audit: Pick<AuditTrail, 'sign'>;
  actor: Actor;
  periods: RetentionPeriods;
}

/** How many rows are removed in one transaction. */
const batchSize = 200;

export type Retention = ReturnType<typeof createRetention>;

/** Removes history: settled mails, events of feeds, what webhooks came to, ended dispatches, records. */
export function createRetention(dependencies: Dependencies) {
  const { database, clock, periods } = dependencies;

  async function removeInBatches(
    keptMs: number | undefined,
    stopping: AbortSignal,
    removeSome: (
      repositories: Pick<Repositories, RepositoryName>,
      before: number,
      limit: number,
    ) => Promise<number>,
  ): Promise<number> {
    if (keptMs === undefined) return 0;
    const removeOlder = (repositories: Pick<Repositories, RepositoryName>, limit: number) =>
      removeSome(repositories, clock.now() - keptMs, limit);
    return await inBatches(database, batchSize, removeOlder, stopping);
  }

  return {
    /** Returns how many mails, events, dispatches and records were removed. */
    async removeOutdated(stopping: AbortSignal): Promise<number> {
      const { auditMs, mailMs, historyMs } = periods;
      return (
        (await removeInBatches(mailMs, stopping, ({ outbox }, before, limit) =>
          outbox.removeSettled(before, limit),
        )) +
        (await removeInBatches(feedRowsKeptMs, stopping, ({ feed }, before, limit) =>
          feed.removeBefore(before, limit),
        )) +
        (await removeInBatches(attemptsKeptMs, stopping, ({ webhookAttempts }, before, limit) =>
          webhookAttempts.removeBefore(before, limit),
        )) +
        (await removeInBatches(attemptsKeptMs, stopping, ({ webhooks }, before, limit) =>
          webhooks.removeEnded(before, limit),
        )) +
        (await removeInBatches(historyMs, stopping, ({ dispatches }, before, limit) =>
          dispatches.removeEnded(before, limit),
        )) +
        (await trimTrail({ ...dependencies, retentionMs: auditMs }, stopping))
      );
    },
  };
}

/** How long destroyed keys may stay in the journal before an operator should check who reads there. */
const longestScrubDelayMs = hour;

export interface ScrubDelay {
  delayMs: number;
  /** Whether it has lasted so long that an operator should act. */
  isAlarming: boolean;
}

interface ScrubbingDependencies {
  database: Pick<Database, 'scrub'>;
  clock: Clock;
  /** Called when a delay begins, and after each further hour of it. */
  onDelay: (delay: ScrubDelay) => void;
}

/** Scrubs the database when no reader blocks it, and reports when that takes long. */
export function createScrubbing({ database, clock, onDelay }: ScrubbingDependencies) {
  let delayedSince: number | undefined;
  let toldHours = 0;

  return {
    /** As that of the database. */
    async scrub(): Promise<boolean> {
      if (await database.scrub()) {
        delayedSince = undefined;
        toldHours = 0;
        return true;
      }
      const now = clock.monotonic();
      const isNew = delayedSince === undefined;
      delayedSince ??= now;
      const delayMs = now - delayedSince;
      const hours = Math.floor(delayMs / longestScrubDelayMs);
      if (isNew || hours > toldHours) onDelay({ delayMs, isAlarming: hours > 0 });
      toldHours = hours;
      return false;
    },
  };
}
