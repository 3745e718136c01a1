import type { Randomness } from '../../domain/model/ids.ts';
import type { KeyBucket } from '../../domain/model/key-ring.ts';
import type { BoxPurpose } from './sealed-format.ts';
import {
  IntegrityError,
  aes256GcmId,
  keyBytes,
  openBox,
  refuseWeakKey,
  sealBox,
} from './sealed-format.ts';
import { deriveKey } from './secrets.ts';

export type BucketKeys = ReadonlyMap<KeyBucket, Buffer>;

/** What a keyring holds. */
export interface Keyring {
  /** The secret of the installation: every key derives from it that is neither a bucket's nor a file's. */
  secret: Buffer;
  keys: BucketKeys;
  /** The id of the installation whose files the keys open. Undefined until its database claims it. */
  installation: string | undefined;
  /** The number of the last change. The database records it before the keyring is written. */
  changes: number;
  /**
   * When every row of people had its MAC, in milliseconds, 0 for from the beginning; undefined before. It is here and
   * not in the database, whose rows it speaks of.
   */
  rowsBoundAt?: number | undefined;
}

/**
 * What protects a keyring: a random key, and that key sealed under each root key that opens it. A process that
 * has the ring key needs no root key, so the root key can be replaced while it runs.
 */
export interface Protection {
  ringKey: Buffer;
  /** One for each root key: a second one while it is being replaced. */
  slots: readonly Buffer[];
}

/** Every use of the root key. */
const rootLabels = {
  /** Seals the ring key. */
  slot: 'valise/ring-key/v1',
  /** Sealed the keyring in version 1. */
  keyring: 'valise/keyring/v1',
} as const;

const magic = Buffer.from('VKRING', 'latin1');
const prefixOf = (version: number) => Buffer.concat([magic, Uint8Array.of(version, aes256GcmId)]);
const firstPrefix = prefixOf(1);
const prefix = prefixOf(2);
const boxBytes = 32 + keyBytes + 16;
const maxSlots = 8;

/** The ring key, sealed under a root key. */
export function sealSlot(rootKey: Buffer, ringKey: Buffer, randomness: Randomness): Buffer {
  refuseWeakKey(ringKey, 'A ring key');
  return sealBox(slotPurpose(rootKey), ringKey, randomness);
}

/** The ring key; undefined when the slot belongs to another root key, or was changed. */
export function findRingKey(rootKey: Buffer, slot: Buffer): Buffer | undefined {
  try {
    return openBox(slotPurpose(rootKey), slot);
  } catch (error) {
    if (error instanceof IntegrityError) return undefined;
    throw error;
  }
}

function slotPurpose(rootKey: Buffer): BoxPurpose {
  refuseWeakKey(rootKey, 'The root key');
  return {
    key: deriveKey(rootKey, rootLabels.slot),
    info: Buffer.from('valise/keyring-slot/v1', 'latin1'),
    additionalData: prefix,
  };
}

export function sealKeyring(
  { ringKey, slots }: Protection,
  keyring: Keyring,
  randomness: Randomness,
): Buffer {
  if (slots.length < 1 || slots.length > maxSlots)
    throw new RangeError('A keyring has 1 to 8 slots');
  const header = Buffer.concat([prefix, Uint8Array.of(slots.length), ...slots]);
  const { secret, keys, installation, changes, rowsBoundAt } = keyring;
  const document = {
    secret: secret.toString('base64'),
    ...(installation === undefined ? {} : { installation, changes }),
    ...(rowsBoundAt === undefined ? {} : { rowsBoundAt }),
    buckets: [...keys].map(([bucket, key]) => [bucket, key.toString('base64')]),
  };
  const plain = Buffer.from(JSON.stringify(document), 'utf8');
  return Buffer.concat([header, sealBox(bodyPurpose(ringKey, header), plain, randomness)]);
}

export interface OpenedKeyring {
  keyring: Keyring;
  protection: Protection;
}

/** Throws an IntegrityError when the bytes were changed, or sealed under another key. */
export function openKeyring(ringKey: Buffer, sealed: Buffer): OpenedKeyring {
  const { header, slots, body } = divide(sealed);
  const document = parseJson(openBox(bodyPurpose(ringKey, header), body));
  const secret = parseKey('secret' in document ? document.secret : undefined, 'The secret');
  return { keyring: { secret, ...parseContent(document) }, protection: { ringKey, slots } };
}

/** Opens a keyring of any version. One of version 1 is given a ring key, and its root key becomes the secret. */
export function openKeyringWithRootKey(
  rootKey: Buffer,
  sealed: Buffer,
  randomness: Randomness,
): OpenedKeyring {
  if (isFirstVersion(sealed)) {
    const purpose = {
      key: deriveKey(rootKey, rootLabels.keyring),
      info: Buffer.from('valise/keyring-file/v1', 'latin1'),
      additionalData: firstPrefix,
    };
    const document = parseJson(openBox(purpose, sealed.subarray(firstPrefix.length)));
    return {
      keyring: { secret: rootKey, ...parseContent(document) },
      protection: newProtection(rootKey, randomness),
    };
  }
  for (const slot of divide(sealed).slots) {
    const ringKey = findRingKey(rootKey, slot);
    if (ringKey !== undefined) return openKeyring(ringKey, sealed);
  }
  throw new IntegrityError('The root key does not open the keyring');
}

/** A new ring key that this root key opens. */
export function newProtection(rootKey: Buffer, randomness: Randomness): Protection {
  const ringKey = randomness.bytes(keyBytes);
  return { ringKey, slots: [sealSlot(rootKey, ringKey, randomness)] };
}

/** Whether it was written before keyrings had slots. */
export function isFirstVersion(sealed: Buffer): boolean {
  return sealed.subarray(0, firstPrefix.length).equals(firstPrefix);
}

function divide(sealed: Buffer): { header: Buffer; slots: Buffer[]; body: Buffer } {
  const count = sealed.at(prefix.length) ?? 0;
  const start = prefix.length + 1;
  const end = start + count * boxBytes;
  const isKnown = sealed.subarray(0, prefix.length).equals(prefix);
  if (!isKnown || count < 1 || count > maxSlots || sealed.length < end) {
    throw new IntegrityError('The keyring is not of a known version and algorithm');
  }
  const slots = Array.from({ length: count }, (_, index) =>
    sealed.subarray(start + index * boxBytes, start + (index + 1) * boxBytes),
  );
  return { header: sealed.subarray(0, end), slots, body: sealed.subarray(end) };
}

function bodyPurpose(key: Buffer, header: Buffer): BoxPurpose {
  refuseWeakKey(key, 'A ring key');
  return { key, info: Buffer.from('valise/keyring-file/v2', 'latin1'), additionalData: header };
}

function parseJson(plain: Buffer): object {
  const document: unknown = JSON.parse(plain.toString('utf8'));
  if (typeof document === 'object' && document !== null) return document;
  throw new IntegrityError('The keyring names no buckets');
}

function parseContent(document: object): Omit<Keyring, 'secret'> {
  if (!('buckets' in document && Array.isArray(document.buckets))) {
    throw new IntegrityError('The keyring names no buckets');
  }
  const keys = new Map(document.buckets.map(parseRow));
  const bound = 'rowsBoundAt' in document ? { rowsBoundAt: parseTime(document.rowsBoundAt) } : {};
  if (!('installation' in document)) {
    return { keys, installation: undefined, changes: 0, ...bound };
  }
  const { installation } = document;
  const changes = 'changes' in document ? document.changes : undefined;
  if (typeof installation !== 'string' || !Number.isSafeInteger(changes)) {
    throw new IntegrityError('The keyring does not say whose it is');
  }
  return { keys, installation, changes: Number(changes), ...bound };
}

function parseTime(time: unknown): number {
  if (Number.isSafeInteger(time)) return Number(time);
  throw new IntegrityError('The keyring does not say since when rows have codes');
}

function parseRow(row: unknown): [KeyBucket, Buffer] {
  const cells: unknown[] = Array.isArray(row) ? row : [];
  const [bucket, text] = cells;
  if (typeof bucket !== 'string') {
    throw new IntegrityError('The keyring holds a row that is no key');
  }
  return [bucket, parseKey(text, `The key of ${bucket}`)];
}

function parseKey(text: unknown, name: string): Buffer {
  const key = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (key.length !== keyBytes) throw new IntegrityError(`${name} is not whole`);
  return key;
}
