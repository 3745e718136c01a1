import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../model/clock.ts';
import type { ReceiverId } from '../model/ids.ts';
import { isUnavailable } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { DownloadEvent } from './commands.ts';
import { recordDownload } from './commands.ts';

/** Records downloads, and knows which of them are not committed yet. */
export interface DownloadLog {
  /**
   * Resolves once the event is durable. While the database is away it is tried again, for two minutes: the
   * reader has the file. Rejects with `OutcomeUnknown` when that cannot be known.
   */
  record(event: DownloadEvent): Promise<void>;
  /**
   * Resolves once every event of this receiver that was recorded before has been committed or has
   * failed: a receiver who has a file and loads the page again must see that they have it.
   */
  flushed(receiverId: ReceiverId): Promise<void>;
  /** As `flushed`, but after two seconds a page shows what is known: records of thousands of files take longer. */
  flushedSoon(receiverId: ReceiverId): Promise<void>;
  /**
   * Resolves at once while few events of this receiver are under way, and else once these are settled. Each
   * holds its transfer: a reader who fetches small files faster than they are recorded would use them all up.
   */
  caughtUp(receiverId: ReceiverId): Promise<void>;
}

const mostUnderWay = 16;
const longestPageWaitMs = 2_000;

const recordRetry = { firstMs: 250, maxMs: 2_000, giveUpMs: 2 * minute };

export function createDownloadLog(
  runner: CommandRunner,
  { firstMs, maxMs, giveUpMs } = recordRetry,
): DownloadLog {
  const underWay = new Map<Promise<void>, ReceiverId>();

  function eventsOf(receiverId: ReceiverId): Promise<void>[] {
    return [...underWay].flatMap(([recorded, id]) => (id === receiverId ? [recorded] : []));
  }

  async function recordWithRetries(event: DownloadEvent): Promise<void> {
    const giveUpAt = performance.now() + giveUpMs;
    for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, maxMs)) {
      try {
        await runner.run(recordDownload, event);
        return;
      } catch (error) {
        if (!isUnavailable(error) || performance.now() >= giveUpAt) throw error;
      }
      await sleep(pauseMs);
    }
  }

  return {
    async record(event) {
      const recorded = recordWithRetries(event);
      underWay.set(recorded, event.to.receiverId);
      try {
        await recorded;
      } finally {
        underWay.delete(recorded);
      }
    },

    async flushed(receiverId) {
      await Promise.allSettled(eventsOf(receiverId));
    },

    async flushedSoon(receiverId) {
      const theirs = eventsOf(receiverId);
      if (theirs.length === 0) return;
      const waiting = new AbortController();
      const late = sleep(longestPageWaitMs, undefined, waiting).catch(() => undefined);
      await Promise.race([Promise.allSettled(theirs), late]);
      waiting.abort();
    },

    async caughtUp(receiverId) {
      const theirs = eventsOf(receiverId);
      if (theirs.length > mostUnderWay) await Promise.allSettled(theirs);
    },
  };
}
