import type { Clock, Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { SignedIn } from '../model/principal.ts';
import { ValiseError, isUnavailable } from '../model/valise-error.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import { isAlive } from './refused-key.ts';

/** How late the end of a key reaches what it has begun. */
const usualLookMs = second;
const maxCached = 1000;

interface Dependencies {
  database: DatabaseOf<'accounts' | 'apiKeys'> & Pick<Database, 'accessVersion' | 'look'>;
  clock: Clock;
  lookMs?: number;
}

type Holder = Pick<SignedIn, 'account' | 'keyId'>;

export type KeyWatch = ReturnType<typeof createKeyWatch>;

/**
 * Ends what runs on after its request was let in, such as an upload or a stream, when its key or its account ends,
 * whichever process ended it. A check costs next to nothing while nothing has changed.
 */
export function createKeyWatch({ database, clock, lookMs = usualLookMs }: Dependencies) {
  const followed = new Map<object, { holder: Holder; end: (error: ValiseError) => void }>();
  const cache = createVersionedCache<{ until: Instant | undefined }>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached },
  );
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function isValid({ account, keyId }: Holder): Promise<boolean> {
    await database.look?.();
    const right = await cache.getOrLoad(`${account.id} ${keyId}`, async () => {
      const known = await database.accounts.find(account.id);
      if (known === undefined || known.disabledAt !== undefined) return undefined;
      const key = (await database.apiKeys.listFor(account.id)).find(({ id }) => id === keyId);
      return key && { until: key.expiresAt };
    });
    return right !== undefined && isAlive(right.until, clock.now());
  }

  /** A failed check says nothing about a key, and is repeated. What is committed is checked in its transaction. */
  async function lookAtAll(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await look();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    } finally {
      isLooking = false;
    }
  }

  async function look(): Promise<void> {
    if (followed.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const [mark, { holder, end }] of [...followed]) {
      if (await isValid(holder)) continue;
      if (!followed.has(mark)) continue;
      followed.delete(mark);
      end(new ValiseError('unauthorized', 'The API key ended while its request ran.'));
    }
  }

  return {
    /** Calls `end` once, a second after the key has ended at most. Returns what ends the watch. */
    follow(holder: Holder, end: (error: ValiseError) => void): () => void {
      const mark = {};
      followed.set(mark, { holder, end });
      timer ??= setInterval(() => void lookAtAll(), lookMs).unref();
      return () => {
        followed.delete(mark);
      };
    },
  };
}
