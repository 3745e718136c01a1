import type { Instant } from './clock.ts';
import { utcDay } from './clock.ts';
import type { AccountId, FileId } from './ids.ts';

/** A group of files whose keys are wrapped by one bucket key, and become unreadable with it. */
export type KeyBucket = string;

/** Files sent away share the bucket of the UTC day on which they expire. */
export function expiryBucket(expiresAt: Instant): KeyBucket {
  return `expiry-${utcDay(expiresAt)}`;
}

/** Files not sent yet have no expiry; they share the bucket of the day they arrived. */
export function trayBucket(uploadedAt: Instant): KeyBucket {
  return `tray-${utcDay(uploadedAt)}`;
}

/** The last UTC day on which a new file can enter the bucket. */
export function bucketDay(bucket: KeyBucket): string {
  return bucket.slice(-10);
}

/** What a wrapped key is bound to: it opens for no other file and no other owner. */
export interface KeyOwner {
  fileId: FileId;
  accountId: AccountId;
}

/**
 * The keys that wrap file keys. They are held outside the database and the blobs, so that neither
 * of those, nor any backup of them, can be read without it.
 */
export interface KeyRing {
  /** Makes the bucket's key if there is none; resolves once it would survive a power cut. */
  ensure(bucket: KeyBucket): Promise<void>;
  /** Right after `ensure` for the bucket; throws where that was never called. */
  wrap(fileKey: Buffer, owner: KeyOwner, bucket: KeyBucket): Buffer;
  /** Throws when the bucket is gone, the bytes were changed, or the owner is another. */
  unwrap(wrapped: Buffer, owner: KeyOwner, bucket: KeyBucket): Buffer;
  buckets(): KeyBucket[];
  /** Forgets the buckets' keys for good; resolves once that would survive a power cut. */
  destroy(buckets: readonly KeyBucket[]): Promise<void>;
}

export interface KnownBucket {
  bucket: KeyBucket;
  /** When it was first seen that its day is over and nothing readable needs it. */
  spentAt: Instant | undefined;
}

/**
 * The buckets that this database had made. A key that stands in the keyring and not here was made
 * for a newer state of the database, or for another one, and must not be destroyed.
 */
export interface KeyBucketRepository {
  /** Those that are there already stay as they are. */
  add(buckets: readonly KeyBucket[]): Promise<void>;
  /** By name. */
  list(): Promise<KnownBucket[]>;
  /** Undefined: something needs it again. */
  noteSpent(bucket: KeyBucket, spentAt: Instant | undefined): Promise<void>;
  remove(buckets: readonly KeyBucket[]): Promise<void>;
}

/** A row whose authentication code is missing or wrong. */
export interface TamperedRow {
  table: 'api_keys' | 'dispatch_receivers';
  id: string;
}

/**
 * Authenticates the rows that say who may read what, so that whoever can write to the database, but
 * does not have the key, can neither redirect what was sent nor lend a key.
 */
export interface RowBinding {
  /** The code over these fields: another list of fields never has the same one. */
  codeOf(...fields: readonly (string | Uint8Array)[]): Buffer;
  isCodeOf(code: Uint8Array, ...fields: readonly (string | Uint8Array)[]): boolean;
  /** Called with each row that is refused. It must not throw. */
  onTampered(row: TamperedRow): void;
}

/** Hands what is found to be tampered with to whoever listens last. */
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
