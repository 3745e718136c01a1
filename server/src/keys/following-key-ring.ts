import type { BucketKeys } from '../sealing/crypto/key-wrap.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import { createKeyUse } from './key-use.ts';

/** Has the process that may change the ring make a bucket's key; resolves once it lasts. */
export type EnsureElsewhere = (bucket: KeyBucket) => Promise<void>;

interface Dependencies {
  /** The ring as it is kept now; looked at twice before `needed` is said not to be in it. */
  look: (needed?: KeyBucket) => BucketKeys;
  ensureElsewhere: EnsureElsewhere;
  randomness: Randomness;
}

/**
 * The ring of a process that uses keys while another makes and destroys them. What is kept on disk
 * is the truth: a key is there before any row needs it, and no longer than until it is destroyed.
 */
export function createFollowingKeyRing({
  look,
  ensureElsewhere,
  randomness,
}: Dependencies): KeyRing {
  /** Keys that the other process has answered for. That a key can be read does not mean it lasts. */
  const lasting = new Map<KeyBucket, Buffer>();

  return {
    async ensure(bucket) {
      const key = look().get(bucket);
      if (key !== undefined && lasting.get(bucket)?.equals(key) === true) return;
      await ensureElsewhere(bucket);
      const made = look(bucket).get(bucket);
      if (made !== undefined) lasting.set(bucket, made);
    },

    destroy: () => Promise.reject(new Error('This process must not destroy keys')),

    ...createKeyUse(look, randomness),

    // With the keys of `ensure`, which has just looked: looking again for each file takes time.
    wrap: createKeyUse(() => lasting, randomness).wrap,

    buckets() {
      const keys = look();
      for (const bucket of lasting.keys()) if (!keys.has(bucket)) lasting.delete(bucket);
      return [...keys.keys()];
    },
  };
}
