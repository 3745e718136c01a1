import type { BucketKeys } from '../sealing/crypto/key-wrap.ts';
import { keyBytes } from '../sealing/crypto/primitives.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import { createKeyUse } from './key-use.ts';

/** Where a ring is kept. Calls never overlap. */
export interface Keeping {
  /** What is kept now. Throws unless that holds each of these keys, and may hold more. */
  reload(needed: BucketKeys): Promise<BucketKeys>;
  /** Keeps the whole ring, `before` being what was kept; resolves once it would survive a power cut. */
  persist(keys: BucketKeys, before: BucketKeys): Promise<void>;
}

interface Dependencies {
  keys: BucketKeys;
  keeping: Keeping;
  randomness: Randomness;
}

export interface BucketKeyRing extends KeyRing {
  /** Keeps the ring anew although no bucket is made or destroyed. */
  keepAnew(): Promise<void>;
}

/**
 * Random keys by bucket. A change counts only once it has been kept. Whether a failed one was kept
 * is not known: the next one begins with what it finds, and writes all of it anew.
 */
export function createBucketKeyRing({ keys, keeping, randomness }: Dependencies): BucketKeyRing {
  let current = keys;
  let lastChange: Promise<unknown> = Promise.resolve();
  /** What a failed change was to destroy: it may be gone, and need not be found again. */
  const dispensable = new Set<KeyBucket>();

  async function keep(next: (keys: BucketKeys) => BucketKeys): Promise<void> {
    const found = await keeping.reload(without(current, dispensable));
    const changed = next(found);
    for (const bucket of found.keys()) if (!changed.has(bucket)) dispensable.add(bucket);
    await keeping.persist(changed, found);
    dispensable.clear();
    current = changed;
  }

  /** One change at a time, each upon the outcome of the one before. It adds or removes, or does nothing. */
  function change(next: (keys: BucketKeys) => BucketKeys, isDue = false): Promise<void> {
    const turn = lastChange.then(async () => {
      if (isDue || next(current).size !== current.size) await keep(next);
    });
    lastChange = Promise.allSettled([turn]);
    return turn;
  }

  return {
    ensure: (bucket) =>
      change((keys) =>
        keys.has(bucket) ? keys : new Map([...keys, [bucket, randomness.bytes(keyBytes)]]),
      ),

    destroy: (buckets) => change((keys) => without(keys, new Set(buckets))),

    keepAnew: () => change((keys) => keys, true),

    ...createKeyUse(() => current, randomness),
  };
}

function without(keys: BucketKeys, buckets: ReadonlySet<KeyBucket>): BucketKeys {
  return new Map([...keys].filter(([bucket]) => !buckets.has(bucket)));
}
