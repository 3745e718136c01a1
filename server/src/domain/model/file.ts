import { joinPath } from '#protocol/file-folder.ts';
import type { Instant } from './clock.ts';
import type { AccountId, DispatchId, FileId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';
import { ValiseError } from './valise-error.ts';

/** What a file of a drop is called, and where. */
export interface FilePlace {
  /** No other file of the drop has it. */
  name: string;
  /** Names with `/` between them; empty: in none. See `protocol/file-folder.ts`. */
  folder: string;
  /** The name in its folder, where a file of another folder has that name in the drop; left out: the name. */
  nameInFolder?: string;
}

/** A file that can be opened: it is in a tray, or in a live drop. */
export interface StoredFile extends FilePlace {
  id: FileId;
  accountId: AccountId;
  /** Undefined while the file is in the tray. */
  dispatchId: DispatchId | undefined;
  /** With its `charset`, where one was declared; see `media-type.ts`. */
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
  wrappedKey: Buffer;
  keyBucket: KeyBucket;
  /** The name of the blob store that holds its bytes, unless it is in segments, which name theirs. */
  store: string;
  /** Undefined for a file in one piece. */
  segments: SegmentList | undefined;
  /** The file that its content was sealed for, where several share it; left out: this one. */
  contentId?: FileId;
  createdAt: Instant;
}

/**
 * The id that the content of a file or an upload was sealed for. Its blobs and its segments are found by it, and it is
 * part of the context of its encryption.
 */
export function contentIdOf({ id, contentId }: Pick<StoredFile, 'id' | 'contentId'>): FileId {
  return contentId ?? id;
}

/** What people call the file: the name that it was sent with. */
export function shownNameOf({
  name,
  nameInFolder,
}: Pick<FilePlace, 'name' | 'nameInFolder'>): string {
  return nameInFolder ?? name;
}

/** Where people find the file in what was sent. No other file of the drop has the same path. */
export function filePathOf(place: FilePlace): string {
  return joinPath({ folder: place.folder, name: shownNameOf(place) });
}

/** Throws `unavailable` unless the bytes of a row are in the store that is open. */
export function refuseOtherStore(open: { name: string }, store: string): void {
  if (store === open.name) return;
  throw new ValiseError(
    'unavailable',
    'The file is in a store that the server does not have open. Please try again later.',
    { cause: new Error(`The blob store "${store}" is not open, only "${open.name}"`) },
  );
}

/** A file that was never sent. */
export type ForgottenFile = Pick<StoredFile, 'id' | 'accountId' | 'name' | 'createdAt'>;

/** Where the bytes of a readable file are. */
export interface StoredPlace extends Pick<StoredFile, 'id' | 'contentId' | 'store'> {
  isInSegments: boolean;
}

/** A key that moves with its file to another bucket. */
export interface Rewrapped {
  id: FileId;
  wrappedKey: Buffer;
  keyBucket: KeyBucket;
}

/**
 * Files and what is left of them. To shred a file is to destroy its wrapped key, which is what deletion
 * means: from then on it cannot be read, and its bytes are garbage to be reclaimed, unless others share them.
 */
export interface FileRepository {
  /** Appends to the tray. The name must not be in the tray. */
  addToTray(file: StoredFile): Promise<void>;
  /** In the order of upload. */
  listTray(accountId: AccountId): Promise<StoredFile[]>;
  findInTray(accountId: AccountId, name: string): Promise<StoredFile | undefined>;
  trayBytes(accountId: AccountId): Promise<number>;
  /** Files in any tray that were added before `before`, oldest first. */
  listForgotten(before: Instant, limit: number): Promise<ForgottenFile[]>;
  /** Moves tray files into a dispatch under their new keys. They keep their order of upload. */
  moveToDispatch(files: readonly Rewrapped[], dispatchId: DispatchId): Promise<void>;
  /**
   * Appends a file to the dispatch it names; its name must not be in there. It was never in a tray. Its
   * segments, if it has any, must be known already.
   */
  addToDispatch(file: StoredFile): Promise<void>;
  /** In the order of upload. */
  listInDispatch(dispatchId: DispatchId): Promise<StoredFile[]>;
  /** Replaces the wrapped keys of files. A shredded file gets none. */
  rewrap(files: readonly Rewrapped[]): Promise<void>;
  findInDispatch(dispatchId: DispatchId, name: string): Promise<StoredFile | undefined>;
  findInDispatchById(dispatchId: DispatchId, id: FileId): Promise<StoredFile | undefined>;

  shred(id: FileId, at: Instant): Promise<void>;
  shredDispatch(dispatchId: DispatchId, at: Instant): Promise<number>;
  shredAccount(accountId: AccountId, at: Instant): Promise<number>;
  /**
   * Marks the contents of files as shared, so that others can refer to them in the same transaction. Returns how many
   * of the files are readable: only those were marked.
   */
  share(ids: readonly FileId[]): Promise<number>;
  /** Shredded files whose bytes are still in the blob store of this name, or are shared. */
  listGarbage(store: string, limit: number): Promise<FileId[]>;
  /** The contents of these shredded files and uploads that no readable file and no upload has any more. */
  listUnusedContents(ids: readonly FileId[]): Promise<FileId[]>;
  /**
   * Records that the bytes are gone, or left to those who share them. What a drop's history does not need any more is
   * deleted.
   */
  markReclaimed(ids: readonly FileId[], at: Instant): Promise<void>;
  /** Which of these ids name a file that exists, shredded or not. */
  known(ids: readonly FileId[]): Promise<Set<FileId>>;
  /** Readable files whose keys are in this bucket, in the order of upload, from `after` (exclusive) on. */
  listInBucket(bucket: KeyBucket, limit: number, after?: FileId): Promise<StoredFile[]>;
  /** How many readable files there are, and how many bytes they hold. */
  countReadable(): Promise<{ files: number; bytes: number }>;
  /** Readable files in the order of their ids, from the first that follows `after`. */
  listReadable(after: FileId | undefined, limit: number): Promise<StoredFile[]>;
  /** The newest readable files, newest first. Those that were followed by thousands of others may be left out. */
  listNewest(limit: number): Promise<StoredPlace[]>;
  /** Which of these ids name a readable file. */
  readable(ids: readonly FileId[]): Promise<Set<FileId>>;
  /** Buckets that still have a readable file. */
  listUsedBuckets(): Promise<KeyBucket[]>;
}

/** A part of a file that was received in one request, sealed as a blob of its own. */
export interface Segment {
  blobKey: string;
  sizeBytes: number;
  /** The name of the blob store that holds it. */
  store: string;
  /** How long the blob is. Undefined for segments that came in before this was kept. */
  sealedBytes: number | undefined;
}

/** The parts of a finished file, in order. */
export interface SegmentList {
  parts: readonly Segment[];
  /** A MAC under the file's key over all parts, so that none can be removed, added or moved. */
  mac: Buffer;
}

/** The known parts, of finished files and of unfinished uploads. */
export interface SegmentRepository {
  /** Appends to the file's parts. The number must be the next one. */
  add(fileId: FileId, number: number, segment: Segment): Promise<void>;
  /** In order. Empty for a file in one blob. */
  list(fileId: FileId): Promise<Segment[]>;
  /** Which of these keys name a part of some file. */
  known(blobKeys: readonly string[]): Promise<Set<string>>;
  /** Records that the parts' bytes are gone. */
  forget(fileIds: readonly FileId[]): Promise<void>;
}
