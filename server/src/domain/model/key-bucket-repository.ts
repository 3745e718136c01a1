import type { Instant } from './clock.ts';
import type { KeyBucket } from './key-ring.ts';

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
