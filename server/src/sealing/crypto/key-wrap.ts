import type { Randomness } from '../../domain/model/ids.ts';
import type { KeyBucket, KeyOwner } from '../../domain/model/key-ring.ts';
import type { BoxPurpose } from './primitives.ts';
import {
  IntegrityError,
  frameFields,
  keyBytes,
  openBox,
  refuseWeakKey,
  sealBox,
} from './primitives.ts';
import { aes256GcmId } from './sealed-format.ts';

const wrapLabel = 'valise/wrap/v1';
const wrapVersion = 1;
const wrapPrefix = Buffer.of(wrapVersion, aes256GcmId);

export interface WrapContext {
  bucketKey: Buffer;
  bucket: KeyBucket;
  owner: KeyOwner;
}

/** Seals a file key under its bucket's key, bound to the bucket, the file and the owner. */
export function wrapKey(fileKey: Buffer, context: WrapContext, randomness: Randomness): Buffer {
  refuseWeakKey(fileKey, 'A file key');
  return Buffer.concat([wrapPrefix, sealBox(wrapPurpose(context), fileKey, randomness)]);
}

/** Throws an IntegrityError for changed bytes, another bucket, another file or another owner. */
export function unwrapKey(wrapped: Buffer, context: WrapContext): Buffer {
  if (!wrapped.subarray(0, wrapPrefix.length).equals(wrapPrefix)) {
    throw new IntegrityError('A wrapped key is not of a known version and algorithm');
  }
  const fileKey = openBox(wrapPurpose(context), wrapped.subarray(wrapPrefix.length));
  refuseWeakKey(fileKey, 'A file key');
  return fileKey;
}

function wrapPurpose({ bucketKey, bucket, owner }: WrapContext): BoxPurpose {
  const algorithm = Uint8Array.of(aes256GcmId);
  return {
    key: bucketKey,
    info: frameFields(wrapLabel, bucket, owner.fileId),
    additionalData: frameFields(owner.fileId, owner.accountId, algorithm, bucket),
  };
}

export type BucketKeys = ReadonlyMap<KeyBucket, Buffer>;

/** What the keyring file holds. */
export interface Keyring {
  keys: BucketKeys;
  /** The id of the installation whose files the keys open. Undefined until its database claims it. */
  installation: string | undefined;
  /** The number of the last change. The database records it before the keyring is written. */
  changes: number;
}

const keyringVersion = 1;
const keyringPrefix = Buffer.concat([
  Buffer.from('VKRING', 'latin1'),
  Uint8Array.of(keyringVersion, aes256GcmId),
]);
const keyringLabel = Buffer.from('valise/keyring-file/v1', 'latin1');

export function sealKeyring(keyringKey: Buffer, keyring: Keyring, randomness: Randomness): Buffer {
  const { keys, installation, changes } = keyring;
  const buckets = [...keys].map(([bucket, key]) => [bucket, key.toString('base64')]);
  // A keyring that no database has claimed keeps the format from before claims existed.
  const content = installation === undefined ? { buckets } : { installation, changes, buckets };
  const document = Buffer.from(JSON.stringify(content), 'utf8');
  return Buffer.concat([keyringPrefix, sealBox(keyringPurpose(keyringKey), document, randomness)]);
}

/** Throws an IntegrityError when the bytes were changed or sealed under another key. */
export function openKeyring(keyringKey: Buffer, sealed: Buffer): Keyring {
  if (!sealed.subarray(0, keyringPrefix.length).equals(keyringPrefix)) {
    throw new IntegrityError('The keyring is not of a known version and algorithm');
  }
  const document = openBox(keyringPurpose(keyringKey), sealed.subarray(keyringPrefix.length));
  return parseDocument(JSON.parse(document.toString('utf8')));
}

function keyringPurpose(key: Buffer): BoxPurpose {
  return { key, info: keyringLabel, additionalData: keyringPrefix };
}

function parseDocument(document: unknown): Keyring {
  if (typeof document !== 'object' || document === null || !('buckets' in document)) {
    throw new IntegrityError('The keyring names no buckets');
  }
  if (!Array.isArray(document.buckets)) throw new IntegrityError('The keyring names no buckets');
  const keys = new Map(document.buckets.map(parseRow));
  if (!('installation' in document)) return { keys, installation: undefined, changes: 0 };
  const { installation } = document;
  const changes = 'changes' in document ? document.changes : undefined;
  if (typeof installation !== 'string' || !Number.isSafeInteger(changes)) {
    throw new IntegrityError('The keyring does not say whose it is');
  }
  return { keys, installation, changes: Number(changes) };
}

function parseRow(row: unknown): [KeyBucket, Buffer] {
  const cells: unknown[] = Array.isArray(row) ? row : [];
  const [bucket, text] = cells;
  if (typeof bucket !== 'string' || typeof text !== 'string') {
    throw new IntegrityError('The keyring holds a row that is no key');
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes) throw new IntegrityError(`The key of ${bucket} is not whole`);
  return [bucket, key];
}
