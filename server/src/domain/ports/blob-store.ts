import type { Instant } from '../model/clock.ts';

/**
 * Stores encrypted bytes. It knows nothing of accounts, quotas or keys, and everything it is given is
 * ciphertext. Keys are file ids, so they match `idPattern`; an implementation must refuse any other key
 * before it accesses the store.
 */
export interface BlobStore {
  /** Its name in the registry, which is kept in the rows of what it holds. */
  readonly name: string;

  /**
   * Begins a new blob. Nothing is visible under `key` until `commit` has resolved. Must reject when
   * a blob with that key exists.
   */
  create(key: string): Promise<BlobWriter>;

  /**
   * Stores whole blobs, meant for several small ones at a time. Resolves once all of them would survive a
   * power cut: with undefined for each, or with the reason why it was not stored. One that failed leaves
   * nothing, and does not affect the others.
   */
  putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]>;

  /** The size of a committed blob, or undefined when there is none. */
  findSize(key: string): Promise<number | undefined>;

  /**
   * The size of a committed blob and its first bytes: `bytes` of them, or all where it has fewer. They belong to
   * the reader. Undefined when there is none.
   */
  readStart(key: string, bytes: number): Promise<BlobStart | undefined>;

  /**
   * The bytes from `start` up to and not including `end`, in pieces of `pieceBytes`, the last one with the rest; left
   * out, of any size. Each piece fills memory of its own, which belongs to the reader. Must throw when the blob is
   * missing or shorter than `end`. Ending the iteration early must free its resources.
   */
  read(key: string, start: number, end: number, pieceBytes?: number): AsyncIterable<Uint8Array>;

  /** Removes a blob. Idempotent: removing a missing blob succeeds. */
  delete(key: string): Promise<void>;

  /**
   * Removes several blobs, where that costs less than one after the other. Idempotent. Rejects when one of
   * them may still be there; others may have been removed.
   */
  deleteMany(keys: readonly string[]): Promise<void>;

  /** Moves a blob to quarantine. Idempotent. It is neither found nor listed from then on. */
  quarantine(key: string): Promise<void>;

  /** Every blob in quarantine, in no order. */
  listQuarantined(): AsyncIterable<QuarantinedBlob>;

  /** Moves a blob back from quarantine. Does nothing when it is not there any more. */
  putBack(blob: QuarantinedBlob): Promise<void>;

  /** Removes what was moved to quarantine before `before`; returns how many. */
  discardQuarantined(before: Instant): Promise<number>;

  /**
   * Every committed blob, in no order. Blobs created or removed meanwhile may or may not appear. With
   * `since`, those that were committed up to then may be left out, where that costs less.
   */
  list(since?: Instant): AsyncIterable<BlobInfo>;

  /** Removes what writers began before `before` and neither committed nor aborted; returns how many. */
  sweepAbandoned(before: Instant): Promise<number>;

  /** How many bytes still fit, or undefined where the store cannot tell. */
  freeBytes(): Promise<number | undefined>;

  /** Throws when the store cannot store a blob now. */
  check(): Promise<void>;

  /** Tells a watcher of each request to the store from now on; left out where it needs none. */
  watchRequests?(watcher: RequestWatcher): void;
}

/** The requests that are sent to a remote store. */
export const storeOperations = ['read', 'write', 'list', 'delete', 'other'] as const;
export type StoreOperation = (typeof storeOperations)[number];

export interface RequestWatcher {
  /** Each attempt, up to the beginning of its answer. `failed`: no answer, or one that blames the store. */
  onAttempt(
    operation: StoreOperation,
    seconds: number,
    outcome: 'done' | 'refused' | 'failed',
  ): void;
  /** An attempt failed and is repeated. */
  onRetry(): void;
}

/** How a blob begins. */
export interface BlobStart {
  sizeBytes: number;
  start: Uint8Array;
}

export interface WholeBlob {
  key: string;
  bytes: Uint8Array;
}

export interface BlobInfo {
  key: string;
  sizeBytes: number;
  modifiedAt: Instant;
}

/** A blob in quarantine. */
export interface QuarantinedBlob {
  key: string;
  since: Instant;
}

/** How many leading characters of a key blobs may share to be cheaper to store together. */
export const folderNameChars = 2;

/** The page size of memory and disks. */
export const pageBytes = 4096;

/**
 * One blob being written. Calls must not overlap. After a rejected call only `abort` may be called:
 * a failed sync is final and is never tried again.
 */
export interface BlobWriter {
  /**
   * Appends the pieces in order. They must not be changed until the promise has settled. A large piece that
   * is page-aligned in the blob and in memory may cost less.
   */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Resolves once the blob is complete, visible and would survive a power cut. */
  commit(): Promise<void>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}
