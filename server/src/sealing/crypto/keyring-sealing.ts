import type { Randomness } from '../../domain/model/ids.ts';
import type { KeyBucket } from '../../domain/model/key-ring.ts';
import { IntegrityError } from './integrity-error.ts';
import type { BoxPurpose } from './one-time-box.ts';
import { openBox, sealBox } from './one-time-box.ts';
import { aes256GcmId } from './sealed-format.ts';
import { keyBytes } from './secret-key.ts';

export type BucketKeys = ReadonlyMap<KeyBucket, Buffer>;

/** What the keyring file holds. */
export interface Keyring {
  keys: BucketKeys;
  /** The id of the installation whose files the keys open. Undefined until its database claims it. */
  installation: string | undefined;
  /** The number of the change that made it so. The database knew that number before the keyring did. */
  changes: number;
}

const version = 1;
const prefix = Buffer.concat([
  Buffer.from('VKRING', 'latin1'),
  Uint8Array.of(version, aes256GcmId),
]);
const label = Buffer.from('valise/keyring-file/v1', 'latin1');

export function sealKeyring(keyringKey: Buffer, keyring: Keyring, randomness: Randomness): Buffer {
  const { keys, installation, changes } = keyring;
  const buckets = [...keys].map(([bucket, key]) => [bucket, key.toString('base64')]);
  // One that no database has claimed is written as keyrings were before they could be claimed.
  const content = installation === undefined ? { buckets } : { installation, changes, buckets };
  const document = Buffer.from(JSON.stringify(content), 'utf8');
  return Buffer.concat([prefix, sealBox(keyringPurpose(keyringKey), document, randomness)]);
}

/** Throws an IntegrityError when the bytes were changed or sealed under another key. */
export function openKeyring(keyringKey: Buffer, sealed: Buffer): Keyring {
  if (!sealed.subarray(0, prefix.length).equals(prefix)) {
    throw new IntegrityError('The keyring is not of a known version and algorithm');
  }
  const document = openBox(keyringPurpose(keyringKey), sealed.subarray(prefix.length));
  return parseDocument(JSON.parse(document.toString('utf8')));
}

function keyringPurpose(key: Buffer): BoxPurpose {
  return { key, info: label, additionalData: prefix };
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
