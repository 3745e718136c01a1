import type { Clock, Instant } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import type { ApiKeyId } from '../model/ids.ts';

/** Uses wait so long to be written together. */
const writeEveryMs = minute;
/** A key that is used all the time is written once in so long. */
export const rewriteEveryMs = 10 * minute;
/** How many are written in one transaction, which blocks all other writers. */
const batchSize = 100;

interface Dependencies {
  database: Pick<Database, 'transact'>;
  clock: Pick<Clock, 'now'>;
  /** Called when uses could not be written. They are tried again. */
  onFault: (error: unknown) => void;
}

export type KeyUses = ReturnType<typeof createKeyUses>;

/**
 * Writes when keys were last used, a while after it happened: no request waits for it. What was not written
 * when a process dies is lost.
 */
export function createKeyUses({ database, clock, onFault }: Dependencies) {
  /** The last use of each key that was not written. Sign-in adds to it. */
  const used = new Map<ApiKeyId, Instant>();
  /** When the keys of the last minutes were written. */
  const written = new Map<ApiKeyId, Instant>();
  let running: Promise<void> | undefined;

  async function write(isDue: (id: ApiKeyId) => boolean): Promise<void> {
    for (const [id, at] of written) if (at + rewriteEveryMs <= clock.now()) written.delete(id);
    const due = [...used].filter(([id]) => isDue(id));
    for (let from = 0; from < due.length; from += batchSize) {
      const batch = due.slice(from, from + batchSize);
      await database.transact(async ({ apiKeys }) => {
        for (const [id, at] of batch) await apiKeys.noteUse(id, at);
      });
      for (const [id, at] of batch) {
        if (used.get(id) === at) used.delete(id);
        written.set(id, clock.now());
      }
    }
  }

  /** Writes one after another. */
  async function flush(isDue: (id: ApiKeyId) => boolean): Promise<void> {
    await running;
    running = write(isDue).catch(onFault);
    await running;
  }

  const writeDue = () => flush((id) => !written.has(id));
  const timer = setInterval(() => void writeDue(), writeEveryMs).unref();

  return {
    used,
    writeDue,

    /** Writes what is left. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush(() => true);
    },
  };
}
