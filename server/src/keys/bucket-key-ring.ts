import type { BucketKeys } from '../crypto/keyring-sealing.ts';
import { keyBytes } from '../crypto/secret-key.ts';
import type { Randomness } from '../domain/ids.ts';
import type { KeyRing } from '../domain/key-ring.ts';
import { createKeyUse } from './key-use.ts';

interface Dependencies {
  keys: BucketKeys;
  /** Keeps the whole ring; resolves once it would survive a power cut. Calls never overlap. */
  persist: (keys: BucketKeys) => Promise<void>;
  randomness: Randomness;
}

/** Random keys by bucket. A change counts only once it has been kept: a failed one changes nothing. */
export function createBucketKeyRing({ keys, persist, randomness }: Dependencies): KeyRing {
  let current = keys;
  let lastChange: Promise<unknown> = Promise.resolve();

  /** One change at a time, each upon the outcome of the one before. It adds or removes, or does nothing. */
  function change(next: (keys: BucketKeys) => BucketKeys): Promise<void> {
    const turn = lastChange.then(async () => {
      const changed = next(current);
      if (changed.size === current.size) return;
      await persist(changed);
      current = changed;
    });
    lastChange = Promise.allSettled([turn]);
    return turn;
  }

  return {
    ensure: (bucket) =>
      change((keys) =>
        keys.has(bucket) ? keys : new Map([...keys, [bucket, randomness.bytes(keyBytes)]]),
      ),

    destroy: (buckets) =>
      change((keys) => new Map([...keys].filter(([bucket]) => !buckets.includes(bucket)))),

    ...createKeyUse(() => current, randomness),
  };
}
