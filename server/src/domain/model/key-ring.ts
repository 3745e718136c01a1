import type { Instant } from './clock.ts';
import { utcDay } from './clock.ts';
import type { AccountId, FileId } from './ids.ts';
import { isIntegrityFault } from './valise-error.ts';

/** A group of files whose keys are wrapped by one bucket key, and become unreadable with it. */
export type KeyBucket = string;

/** Sent files share the bucket of the UTC day on which they expire. */
export function expiryBucket(expiresAt: Instant): KeyBucket {
  return `expiry-${utcDay(expiresAt)}`;
}

/** Unsent files have no expiry; they share the bucket of the day they arrived. */
export function trayBucket(uploadedAt: Instant): KeyBucket {
  return `tray-${utcDay(uploadedAt)}`;
}

/** The last UTC day on which a new file can be added to the bucket. */
export function bucketDay(bucket: KeyBucket): string {
  return bucket.slice(-10);
}

/** The owner that a wrapped key is bound to: it opens for no other file and no other account. */
export interface KeyOwner {
  fileId: FileId;
  accountId: AccountId;
}

/** A row with a wrapped key. */
export interface Keyed {
  id: FileId;
  accountId: AccountId;
  wrappedKey: Buffer;
  keyBucket: KeyBucket;
}

/**
 * An open bucket, whose key can be used inside a transaction. It ends when the key is destroyed in this
 * process, or when this process learns that another one destroyed it: then both functions throw, even if a
 * new key was made for a bucket of the same name.
 */
export interface OpenBucket {
  /** Throws an integrity fault when the bucket has ended, the bytes were changed, or the owner is another. */
  unwrap(wrapped: Buffer, owner: KeyOwner): Buffer;
}

/** A bucket whose key would survive a power cut. */
export interface DurableBucket extends OpenBucket {
  /** Throws when the bucket has ended. */
  wrap(fileKey: Buffer, owner: KeyOwner): Buffer;
}

/**
 * The keys that wrap file keys. They are stored outside the database and the blobs, so that neither of
 * those, nor any backup of them, can be read without it. Every call may ask another process or machine, so
 * none is made inside a transaction. Buckets are opened for each use: an implementation that asks elsewhere
 * must cache.
 */
export interface KeyRing {
  /** Creates the bucket's key if there is none; resolves once it would survive a power cut. */
  ensure(bucket: KeyBucket): Promise<DurableBucket>;
  /** Rejects with an integrity fault when the bucket has no key. */
  open(bucket: KeyBucket): Promise<OpenBucket>;
  buckets(): Promise<KeyBucket[]>;
  /**
   * Destroys the buckets' keys; resolves once that would survive a power cut. From then on no bucket that
   * this process opened before can be used.
   */
  destroy(buckets: readonly KeyBucket[]): Promise<void>;
}

/** The key of a file. Rejects with an integrity fault when it cannot be unwrapped any more. */
export async function openFileKey(
  keyRing: Pick<KeyRing, 'open'>,
  { id, accountId, wrappedKey, keyBucket }: Keyed,
): Promise<Buffer> {
  return (await keyRing.open(keyBucket)).unwrap(wrappedKey, { fileId: id, accountId });
}

/** The file's key under that of another bucket; undefined when it cannot be unwrapped any more. */
export async function findRewrapped(
  keyRing: Pick<KeyRing, 'open'>,
  file: Keyed,
  to: DurableBucket,
): Promise<Buffer | undefined> {
  try {
    const fileKey = await openFileKey(keyRing, file);
    return to.wrap(fileKey, { fileId: file.id, accountId: file.accountId });
  } catch (error) {
    if (isIntegrityFault(error)) return undefined;
    throw error;
  }
}

export interface KnownBucket {
  bucket: KeyBucket;
  /** When it was first found that its day is over and nothing readable needs it. */
  spentAt: Instant | undefined;
}

/**
 * The buckets that this database created. A key that is in the keyring and not here was made for a newer
 * state of the database, or for another one, and must not be destroyed.
 */
export interface KeyBucketRepository {
  /** Existing ones stay as they are. */
  add(buckets: readonly KeyBucket[]): Promise<void>;
  /** By name. */
  list(): Promise<KnownBucket[]>;
  /** Undefined: something needs it again. */
  noteSpent(bucket: KeyBucket, spentAt: Instant | undefined): Promise<void>;
  remove(buckets: readonly KeyBucket[]): Promise<void>;
}

/** A row whose authentication code is missing or wrong. */
export interface TamperedRow {
  table:
    | 'accounts'
    | 'api_keys'
    | 'webhooks'
    | 'passkeys'
    | 'linked_identities'
    | 'dispatch_receivers'
    | 'sessions'
    | 'recovery_codes'
    | 'receiver_codes'
    | 'receiver_sessions'
    | 'pending_audit';
  id: string;
}

/**
 * Authenticates the rows that say who may read what, so that write access to the database without the key
 * can neither redirect what was sent nor copy an API key.
 */
export interface RowBinding {
  /** The MAC of these fields: no other list of fields has the same one. */
  codeOf(...fields: readonly (string | Uint8Array)[]): Buffer;
  isCodeOf(code: Uint8Array, ...fields: readonly (string | Uint8Array)[]): boolean;
  /** Whether every row of people has its MAC: not while an older program may write rows without one. */
  coversPeople(): boolean;
  /** Called with each row that is refused. It must not throw. */
  onTampered(row: TamperedRow): void;
}

/** Reports tampered rows to the listener that was set last. */
export interface TamperingWatch {
  report(row: TamperedRow): void;
  listen(listener: (row: TamperedRow) => void): void;
}

export function createTamperingWatch(): TamperingWatch {
  let heard: ((row: TamperedRow) => void) | undefined;
  return {
    report: (row) => heard?.(row),
    listen(listener) {
      heard = listener;
    },
  };
}
