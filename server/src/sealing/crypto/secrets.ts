import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { MailId, Randomness, ReceiverId } from '../../domain/model/ids.ts';
import type { KeyBucket, KeyOwner, RowBinding } from '../../domain/model/key-ring.ts';
import type { SecretHasher } from '../../domain/ports/hashers.ts';
import type { BoxPurpose } from './sealed-format.ts';
import {
  IntegrityError,
  aes256GcmId,
  frameFields,
  keyBytes,
  openBox,
  refuseWeakKey,
  sealBox,
} from './sealed-format.ts';

/** Every use of the root key. A new use is a new line; a label is never reused for another. */
const labels = {
  /** Seals the keyring. */
  keyring: 'valise/keyring/v1',
  /** Hashes session, CSRF, link and inbox tokens. */
  tokenPepper: 'valise/token-pepper/v1',
  /** Hashes API keys. */
  apiKeyPepper: 'valise/api-key-pepper/v1',
  /** Derives the secrets of receivers' links. */
  link: 'valise/link/v1',
  /** Derives the codes that receivers enter. */
  code: 'valise/code/v1',
  /** Chains the audit trail. */
  audit: 'valise/audit/v1',
  /** Authenticates rows that grant access. */
  rows: 'valise/rows/v1',
  /** Tells a wrong root key from the right one. */
  check: 'valise/check/v1',
} as const;

export type KeyPurpose = keyof typeof labels;
export type DerivedKeys = Readonly<Record<KeyPurpose, Buffer>>;

/** The root key is used for nothing else: each purpose has a key from which no other can be computed. */
export function deriveKeys(rootKey: Buffer): DerivedKeys {
  refuseWeakKey(rootKey, 'The root key');
  const noSalt = Buffer.alloc(0);
  const derive = (purpose: KeyPurpose) =>
    Buffer.from(hkdfSync('sha256', rootKey, noSalt, labels[purpose], keyBytes));
  return {
    keyring: derive('keyring'),
    tokenPepper: derive('tokenPepper'),
    apiKeyPepper: derive('apiKeyPepper'),
    link: derive('link'),
    code: derive('code'),
    audit: derive('audit'),
    rows: derive('rows'),
    check: derive('check'),
  };
}

/** Identifies the root key and the installation without revealing the key. */
export function keyCheck(checkKey: Buffer, installId: string): Buffer {
  refuseWeakKey(checkKey, 'The check key');
  return createHmac('sha256', checkKey).update(installId, 'utf8').digest();
}

/** HMAC-SHA-256 under the pepper. */
export function createSecretHasher(pepper: Buffer): SecretHasher {
  refuseWeakKey(pepper, 'A pepper');
  const key = createSecretKey(pepper);
  return {
    hash: (secret) => createHmac('sha256', key).update(secret, 'utf8').digest(),
    fingerprint: (secret) => hash('sha256', secret, 'base64'),
    equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  };
}

/** HMAC-SHA-256 over the framed fields of a row. */
export function createRowBinding(
  rowKey: Buffer,
  onTampered: RowBinding['onTampered'] = () => undefined,
): RowBinding {
  refuseWeakKey(rowKey, 'The row key');
  const key = createSecretKey(rowKey);
  const codeOf: RowBinding['codeOf'] = (...fields) =>
    createHmac('sha256', key)
      .update(frameFields(...fields))
      .digest();
  return {
    codeOf,
    isCodeOf(code, ...fields) {
      const expected = codeOf(...fields);
      return code.length === expected.length && timingSafeEqual(code, expected);
    },
    onTampered,
  };
}

const hashBytes = 32;

/**
 * HMAC-SHA-256 over the previous hash and the record. Changing, dropping or moving a record means
 * computing every later hash again, which needs the key.
 */
export function chainHash(auditKey: Buffer, previousHash: Buffer, canonicalRecord: string): Buffer {
  refuseWeakKey(auditKey, 'The audit key');
  if (previousHash.length !== hashBytes) throw new RangeError('A chain hash must be 32 bytes');
  return createHmac('sha256', auditKey).update(previousHash).update(canonicalRecord).digest();
}

/**
 * The secret of a receiver's link: 32 bytes in base64url. It is derived, so that the link can be mailed and
 * sent again although only its hash is stored, and the database alone does not reveal it. Another
 * generation makes a new link and invalidates the old one.
 */
export function linkSecret(linkKey: Buffer, receiverId: ReceiverId, generation: number): string {
  refuseWeakKey(linkKey, 'The link key');
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(generation);
  const mac = createHmac('sha256', linkKey).update(frameFields(receiverId, counter));
  return mac.digest('base64url');
}

const digits = 8;

/**
 * The code of a message. It is derived from the message's random id, so that the message can be composed
 * and sent again although only a hash of the code is stored, and the database alone does not reveal it.
 */
export function receiverCode(codeKey: Buffer, id: MailId): string {
  refuseWeakKey(codeKey, 'The code key');
  const mac = createHmac('sha256', codeKey).update(id, 'utf8').digest();
  // 64 bits over 10^8 codes: the bias is not measurable.
  const number = mac.readBigUInt64BE() % 10n ** BigInt(digits);
  return String(number).padStart(digits, '0');
}

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
