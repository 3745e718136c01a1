import type { Instant } from './clock.ts';
import type { Rewrapped, SegmentList } from './file.ts';
import type { AccountId, DraftId, FileId, ReceiverId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';

/** The result of a complete upload. */
export interface Completion {
  sha256: Buffer;
  segmentsMac: Buffer;
}

/** What an upload belongs to: the receiver of a grant, a draft, or the account itself. */
export type UploadOwnerId = ReceiverId | DraftId | AccountId;

/** A file that arrives in any number of requests, and that was not sent yet. */
export interface IncomingUpload {
  /** It will be the file's id. */
  id: FileId;
  ownerId: UploadOwnerId;
  /** The account that will own the file. */
  accountId: AccountId;
  name: string;
  /** Names with `/` between them; empty: in none. See `protocol/file-folder.ts`. */
  folder: string;
  mediaType: string;
  /** The sender's identifier of its file; opaque to the server. */
  fingerprint: string;
  /** The sender's metadata, unchanged; empty where there is none. */
  metadata: string;
  /** As it was declared; undefined until it is. */
  sizeBytes: number | undefined;
  /** The durable bytes. */
  receivedBytes: number;
  wrappedKey: Buffer;
  keyBucket: KeyBucket;
  /** Undefined until the whole file has arrived and its SHA-256 is known. */
  completion: Completion | undefined;
  /** The hash of the bytes before some segment, from the vault; undefined where none was kept. */
  hashState: Buffer | undefined;
  /** The file that its content was sealed for, where it shares that; left out: this upload. */
  contentId?: FileId;
  /** The browser that began it, where several people may have the same link. */
  visitorHash?: Buffer;
  createdAt: Instant;
  /** When it counts as abandoned. */
  expiresAt: Instant;
}

/** A complete upload, with what the file that it becomes needs. */
export interface CompleteUpload {
  id: FileId;
  sha256: Buffer;
  store: string;
  segments: SegmentList;
  /** Left out: its own. */
  contentId?: FileId;
}

/** Whether all of it has arrived. One whose size was not declared yet is not: nobody knows whether more comes. */
export function isWhole({
  sizeBytes,
  receivedBytes,
}: Pick<IncomingUpload, 'sizeBytes' | 'receivedBytes'>): boolean {
  return receivedBytes === sizeBytes;
}

/** How many bytes it counts: as many as were declared; until they are, as many as have come. */
export function countedBytes({
  sizeBytes,
  receivedBytes,
}: Pick<IncomingUpload, 'sizeBytes' | 'receivedBytes'>): number {
  return sizeBytes ?? receivedBytes;
}

/** How many files, and how many bytes: as they were declared, and what has come of those whose size is not known. */
export interface AnnouncedSum {
  files: number;
  bytes: number;
}

const orderPattern = /(?:^|,) *order ([A-Za-z0-9+/]{1,24}={0,2}) *(?:,|$)/;

/**
 * In the order in which their sender chose them: several may begin at the same time. Its metadata give the place of
 * each as a number, `order`; without it, the place is the time when the upload began, in milliseconds.
 */
export function inChosenOrder(uploads: readonly IncomingUpload[]): IncomingUpload[] {
  const places = new Map(uploads.map((upload) => [upload, placeOf(upload)]));
  return uploads.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

function placeOf({ metadata, createdAt }: IncomingUpload): number {
  const [, encoded = ''] = orderPattern.exec(metadata) ?? [];
  const text = Buffer.from(encoded, 'base64').toString();
  return /^\d{1,15}$/.test(text) ? Number(text) : createdAt;
}

/** How an upload grew by one segment. */
export interface Growth {
  fromBytes: number;
  toBytes: number;
  expiresAt: Instant;
}

/** One that can no longer be sent, and whose it is. */
export type AbandonedUpload = Pick<IncomingUpload, 'id' | 'ownerId' | 'accountId'>;

/** Uploads in progress. To shred one is to destroy its key; its blobs are garbage from then on. */
export interface IncomingUploadRepository {
  add(upload: IncomingUpload): Promise<void>;
  /** Undefined for one that is unknown or shredded. */
  find(id: FileId): Promise<IncomingUpload | undefined>;
  /** In the order in which they began. */
  listFor(ownerId: UploadOwnerId): Promise<IncomingUpload[]>;
  /** Those that expire later than `now`, by the time when they began and their id, from `after` (exclusive) on. */
  listPage(
    ownerId: UploadOwnerId,
    page: {
      limit: number;
      now: Instant;
      after?: Pick<IncomingUpload, 'createdAt' | 'id'> | undefined;
    },
  ): Promise<IncomingUpload[]>;
  sumFor(ownerId: UploadOwnerId): Promise<AnnouncedSum>;
  /**
   * The first that the owner began with the same metadata and size, and that expires later than `now`. Without a size,
   * any with the same metadata: its size may have been declared since.
   */
  findSame(
    ownerId: UploadOwnerId,
    upload: Pick<IncomingUpload, 'metadata' | 'sizeBytes'>,
    now: Instant,
  ): Promise<IncomingUpload | undefined>;
  /** How many bytes count for the uploads of an account's drafts, except one draft where one is named. */
  sumInDrafts(accountId: AccountId, except?: DraftId): Promise<number>;
  /** Returns false, and changes nothing, when `fromBytes` is not the offset. */
  grow(id: FileId, growth: Growth): Promise<boolean>;
  /** Returns false, and changes nothing, where the size was declared before. */
  declareSize(id: FileId, sizeBytes: number): Promise<boolean>;
  /** Replaces the one before. */
  keepHashState(id: FileId, hashState: Buffer): Promise<void>;
  rename(id: FileId, name: string): Promise<void>;
  /** The state of the hash is not kept any longer. */
  noteCompletion(id: FileId, completion: Completion): Promise<void>;
  /** Deletes uploads that became files. Their segments stay. */
  remove(ids: readonly FileId[]): Promise<void>;

  shred(id: FileId, at: Instant): Promise<void>;
  /** Shreds those of some owners. Returns how many. */
  shredFor(ownerIds: readonly UploadOwnerId[], at: Instant): Promise<number>;
  /** Shreds those that would become files of the account. Returns how many. */
  shredAccount(accountId: AccountId, at: Instant): Promise<number>;
  /**
   * Those that can no longer be sent: their time, their link or their grant is over. Those of a draft live for as long
   * as it does; those of an account have nothing but their time.
   */
  listAbandoned(now: Instant, limit: number): Promise<AbandonedUpload[]>;
  /** Shredded uploads. */
  listGarbage(limit: number): Promise<FileId[]>;
  /** Those whose keys are in this bucket, in the order in which they began, from `after` (exclusive) on. */
  listInBucket(bucket: KeyBucket, limit: number, after?: FileId): Promise<IncomingUpload[]>;
  /** Replaces the wrapped keys of uploads. A shredded one gets none. */
  rewrap(uploads: readonly Rewrapped[]): Promise<void>;
  /** Buckets with the key of an upload. */
  listUsedBuckets(): Promise<KeyBucket[]>;
}
