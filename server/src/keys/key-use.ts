import { IntegrityError } from '../sealing/crypto/primitives.ts';
import { unwrapKey, wrapKey } from '../sealing/crypto/key-wrap.ts';
import type { BucketKeys } from '../sealing/crypto/key-wrap.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';

/** What can be done with bucket keys, whoever makes and destroys them. `keys` is asked each time. */
export function createKeyUse(
  keys: (needed?: string) => BucketKeys,
  randomness: Randomness,
): Pick<KeyRing, 'wrap' | 'unwrap' | 'buckets'> {
  return {
    wrap(fileKey, owner, bucket) {
      const bucketKey = keys(bucket).get(bucket);
      if (bucketKey === undefined) throw new Error(`The key of bucket ${bucket} was never made`);
      return wrapKey(fileKey, { bucketKey, bucket, owner }, randomness);
    },

    unwrap(wrapped, owner, bucket) {
      const bucketKey = keys(bucket).get(bucket);
      if (bucketKey === undefined) {
        throw new IntegrityError(`The key of bucket ${bucket} is gone, and its files with it`);
      }
      return unwrapKey(wrapped, { bucketKey, bucket, owner });
    },

    buckets: () => [...keys().keys()],
  };
}
