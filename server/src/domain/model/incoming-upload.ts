import type { Instant } from './clock.ts';
import type { Rewrapped } from './file.ts';
import type { AccountId, FileId, ReceiverId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';

/** What an upload has come to, once all of it has arrived. */
export interface Completion {
  sha256: Buffer;
  segmentsMac: Buffer;
}

/** A file that a contact sends back in as many requests as it takes, and that was not sent off yet. */
export interface IncomingUpload {
  /** It will be the file's id. */
  id: FileId;
  /** The receiver of the grant through which it comes. */
  receiverId: ReceiverId;
  /** Whose file it will be. */
  accountId: AccountId;
  name: string;
  mediaType: string;
  /** What the sender's program tells its files apart by; it means nothing to anybody else. */
  fingerprint: string;
  /** What the sender's program said about the file, word for word; empty where it said nothing. */
  metadata: string;
  /** As it was declared. */
  sizeBytes: number;
  /** What has arrived for good. */
  receivedBytes: number;
  wrappedKey: Buffer;
  keyBucket: KeyBucket;
  /** Undefined until the whole file has arrived and its SHA-256 is known. */
  completion: Completion | undefined;
  createdAt: Instant;
  /** When it is taken for abandoned. */
  expiresAt: Instant;
}

/** How an upload grew by one segment. */
export interface Growth {
  fromBytes: number;
  toBytes: number;
  expiresAt: Instant;
}

/** Uploads under way. To shred one is to destroy its key; what it stored is garbage from then on. */
export interface IncomingUploadRepository {
  add(upload: IncomingUpload): Promise<void>;
  /** Undefined for one that is unknown or shredded. */
  find(id: FileId): Promise<IncomingUpload | undefined>;
  /** In the order of their beginning. */
  listFor(receiverId: ReceiverId): Promise<IncomingUpload[]>;
  /** Returns false, and changes nothing, when `fromBytes` is not what has arrived. */
  grow(id: FileId, growth: Growth): Promise<boolean>;
  noteCompletion(id: FileId, completion: Completion): Promise<void>;
  /** Forgets uploads that became files. Their segments stay. */
  remove(ids: readonly FileId[]): Promise<void>;

  shred(id: FileId, at: Instant): Promise<void>;
  /** Shreds those of some receivers. Returns how many. */
  shredFor(receiverIds: readonly ReceiverId[], at: Instant): Promise<number>;
  /** Shreds those that would become files of the account. Returns how many. */
  shredAccount(accountId: AccountId, at: Instant): Promise<number>;
  /** Those that nobody can send off any more: their time, their link or their grant is over. */
  listAbandoned(now: Instant, limit: number): Promise<FileId[]>;
  /** Shredded uploads. */
  listGarbage(limit: number): Promise<FileId[]>;
  /** Those whose keys lie in this bucket, in the order of their beginning, from `after` (exclusive) on. */
  listInBucket(bucket: KeyBucket, limit: number, after?: FileId): Promise<IncomingUpload[]>;
  /** Puts uploads under other keys. A shredded one gets none. */
  rewrap(uploads: readonly Rewrapped[]): Promise<void>;
  /** Buckets that hold the key of an upload. */
  listUsedBuckets(): Promise<KeyBucket[]>;
}
