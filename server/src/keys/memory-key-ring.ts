import type { BucketKeys } from '../sealing/crypto/key-wrap.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';
import { createBucketKeyRing } from './bucket-key-ring.ts';

/** A key ring that lasts as long as the process: for tests and trials. */
export function createMemoryKeyRing(
  randomness: Randomness,
  whenMade: (made: readonly string[]) => Promise<void> = () => Promise.resolve(),
): KeyRing {
  let kept: BucketKeys = new Map();
  const keeping = {
    reload: () => Promise.resolve(kept),
    async persist(keys: BucketKeys, before: BucketKeys) {
      await whenMade([...keys.keys()].filter((bucket) => !before.has(bucket)));
      kept = keys;
    },
  };
  return createBucketKeyRing({ keys: kept, keeping, randomness });
}
