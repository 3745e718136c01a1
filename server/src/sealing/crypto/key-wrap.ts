import type { Randomness } from '../../domain/model/ids.ts';
import type { KeyBucket, KeyOwner } from '../../domain/model/key-ring.ts';
import { frameFields } from './frame-fields.ts';
import { IntegrityError } from './integrity-error.ts';
import type { BoxPurpose } from './one-time-box.ts';
import { openBox, sealBox } from './one-time-box.ts';
import { aes256GcmId } from './sealed-format.ts';
import { refuseWeakKey } from './secret-key.ts';

const label = 'valise/wrap/v1';
const version = 1;
const prefix = Buffer.of(version, aes256GcmId);

export interface WrapContext {
  bucketKey: Buffer;
  bucket: KeyBucket;
  owner: KeyOwner;
}

/** Seals a file key under its bucket's key, bound to the bucket, the file and the owner. */
export function wrapKey(fileKey: Buffer, context: WrapContext, randomness: Randomness): Buffer {
  refuseWeakKey(fileKey, 'A file key');
  return Buffer.concat([prefix, sealBox(wrapPurpose(context), fileKey, randomness)]);
}

/** Throws an IntegrityError for changed bytes, another bucket, another file or another owner. */
export function unwrapKey(wrapped: Buffer, context: WrapContext): Buffer {
  if (!wrapped.subarray(0, prefix.length).equals(prefix)) {
    throw new IntegrityError('A wrapped key is not of a known version and algorithm');
  }
  const fileKey = openBox(wrapPurpose(context), wrapped.subarray(prefix.length));
  refuseWeakKey(fileKey, 'A file key');
  return fileKey;
}

function wrapPurpose({ bucketKey, bucket, owner }: WrapContext): BoxPurpose {
  const algorithm = Uint8Array.of(aes256GcmId);
  return {
    key: bucketKey,
    info: frameFields(label, bucket, owner.fileId),
    additionalData: frameFields(owner.fileId, owner.accountId, algorithm, bucket),
  };
}
