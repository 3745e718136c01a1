import type { Randomness } from '../domain/model/ids.ts';
import type { DurableBucket, KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import type { BucketKeys } from '../sealing/crypto/keyring-format.ts';
import { unwrapKey, wrapKey } from '../sealing/crypto/secrets.ts';
import { IntegrityError, keyBytes } from '../sealing/crypto/sealed-format.ts';

/** The bucket under the key that it has now. It ends as soon as `keys`, which each use calls, has another or none. */
function openBucket(
  bucket: KeyBucket,
  keys: () => BucketKeys,
  randomness: Randomness,
): DurableBucket {
  const bucketKey = keys().get(bucket);
  if (bucketKey === undefined) throw gone(bucket);
  const hasEnded = () => keys().get(bucket)?.equals(bucketKey) !== true;
  return {
    wrap(fileKey, owner) {
      if (hasEnded()) throw new Error(`The key of bucket ${bucket} was destroyed`);
      return wrapKey(fileKey, { bucketKey, bucket, owner }, randomness);
    },

    unwrap(wrapped, owner) {
      if (hasEnded()) throw gone(bucket);
      return unwrapKey(wrapped, { bucketKey, bucket, owner });
    },
  };
}

function gone(bucket: KeyBucket): IntegrityError {
  return new IntegrityError(`The key of bucket ${bucket} is gone, and its files with it`);
}

/** Storage of a ring. Calls never overlap. */
export interface Keeping {
  /** Reads the stored ring again. */
  refresh(): Promise<BucketKeys>;
  /**
   * Stores what `next` makes of the stored ring, while no other process makes a change; resolves with it
   * once it would survive a power cut. Throws unless the stored ring has each of `needed`; it may have more.
   */
  change(needed: BucketKeys, next: (found: BucketKeys) => BucketKeys): Promise<BucketKeys>;
}

interface Dependencies {
  keys: BucketKeys;
  keeping: Keeping;
  randomness: Randomness;
}

export interface BucketKeyRing extends KeyRing {
  /** Stores the ring again although no bucket was created or destroyed. */
  storeAgain(): Promise<void>;
  /** Uses the ring as it is stored. */
  refresh(): Promise<void>;
}

/**
 * Random keys by bucket. A change takes effect only once it is stored. It is unknown whether a failed
 * change was stored, so the next one starts from what it finds and writes all of it again.
 */
export function createBucketKeyRing({ keys, keeping, randomness }: Dependencies): BucketKeyRing {
  let current = keys;
  let lastChange: Promise<unknown> = Promise.resolve();
  /** The buckets that a failed change was to destroy: `reload` may find them or not. */
  const dispensable = new Set<KeyBucket>();

  async function keep(next: (keys: BucketKeys) => BucketKeys): Promise<void> {
    const changed = await keeping.change(without(current, dispensable), (found) => {
      const keys = next(found);
      for (const bucket of found.keys()) if (!keys.has(bucket)) dispensable.add(bucket);
      return keys;
    });
    dispensable.clear();
    current = changed;
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    const turn = lastChange.then(work);
    lastChange = Promise.allSettled([turn]);
    return turn;
  }

  /** Runs changes one after another. A change that adds and removes nothing is skipped unless `isDue`. */
  function change(next: (keys: BucketKeys) => BucketKeys, isDue = false): Promise<void> {
    return enqueue(async () => {
      if (isDue || next(current).size !== current.size) await keep(next);
    });
  }

  return {
    async ensure(bucket) {
      await lastChange;
      if (!current.has(bucket)) {
        await change((keys) =>
          keys.has(bucket) ? keys : new Map([...keys, [bucket, randomness.bytes(keyBytes)]]),
        );
      }
      return openBucket(bucket, () => current, randomness);
    },

    async open(bucket) {
      return Promise.resolve(openBucket(bucket, () => current, randomness));
    },

    buckets: () => Promise.resolve([...current.keys()]),

    destroy: (buckets) => change((keys) => without(keys, new Set(buckets))),

    storeAgain: () => change((keys) => keys, true),

    refresh: () =>
      enqueue(async () => {
        current = await keeping.refresh();
      }),
  };
}

function without(keys: BucketKeys, buckets: ReadonlySet<KeyBucket>): BucketKeys {
  return new Map([...keys].filter(([bucket]) => !buckets.has(bucket)));
}

/** Asks the process that owns the ring to create a bucket's key; resolves once the key is durable. */
export type EnsureElsewhere = (bucket: KeyBucket) => Promise<void>;

interface FollowingDependencies {
  /** The stored ring. Reads it again before it reports `needed` as missing. */
  look: (needed?: KeyBucket) => BucketKeys;
  ensureElsewhere: EnsureElsewhere;
  randomness: Randomness;
}

/**
 * The ring of a process that uses keys while another one creates and destroys them. The stored ring is
 * authoritative: a key is in it before any row needs it, and until it is destroyed.
 */
export function createFollowingKeyRing({
  look,
  ensureElsewhere,
  randomness,
}: FollowingDependencies): KeyRing {
  /** Keys that the other process has confirmed as durable. A key that can be read may not be durable yet. */
  const lasting = new Map<KeyBucket, Buffer>();
  /** The ring as it was last read: open buckets are used without reading it again. */
  let seen: BucketKeys = new Map();

  function read(needed?: KeyBucket): BucketKeys {
    seen = look(needed);
    return seen;
  }

  return {
    async ensure(bucket) {
      const key = read().get(bucket);
      if (key === undefined || lasting.get(bucket)?.equals(key) !== true) {
        await ensureElsewhere(bucket);
        const made = read(bucket).get(bucket);
        if (made !== undefined) lasting.set(bucket, made);
      }
      return openBucket(bucket, () => seen, randomness);
    },

    async open(bucket) {
      read(bucket);
      return Promise.resolve(openBucket(bucket, () => seen, randomness));
    },

    async buckets() {
      const keys = read();
      for (const bucket of lasting.keys()) if (!keys.has(bucket)) lasting.delete(bucket);
      return Promise.resolve([...keys.keys()]);
    },

    destroy: () => Promise.reject(new Error('This process must not destroy keys')),
  };
}

/** A key ring in memory, for tests. */
export function createMemoryKeyRing(
  randomness: Randomness,
  whenMade: (made: readonly string[]) => Promise<void> = () => Promise.resolve(),
): KeyRing {
  let kept: BucketKeys = new Map();
  const keeping: Keeping = {
    refresh: () => Promise.resolve(kept),
    async change(_, next) {
      const keys = next(kept);
      await whenMade([...keys.keys()].filter((bucket) => !kept.has(bucket)));
      kept = keys;
      return kept;
    },
  };
  return createBucketKeyRing({ keys: kept, keeping, randomness });
}
