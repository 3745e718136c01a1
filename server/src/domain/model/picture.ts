import type { DispatchId, FileId } from './ids.ts';
import type { UploadOwnerId } from './incoming-upload.ts';

/** How large a picture of a file is, in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A small picture of a file, which its sender's browser made. It is the same for all files of a content. */
export interface Picture extends PictureSize {
  contentId: FileId;
  /** Sealed with the key of the file, so that it ends with it. What it is, its bytes say once they are verified. */
  sealed: Buffer;
}

/** Pictures of files. Without the key of a file nobody can read the one that it has. */
export interface PictureRepository {
  /** The first picture of a content stays. */
  add(picture: Picture): Promise<void>;
  find(contentId: FileId): Promise<Picture | undefined>;
  /** How many uploads of an owner have one of their own. */
  countFor(ownerId: UploadOwnerId): Promise<number>;
  /** The sizes of those that some files of a dispatch have, as far as they are readable, by file. */
  listSizes(dispatchId: DispatchId, files: readonly FileId[]): Promise<Map<FileId, PictureSize>>;
  /** Those of contents that nobody can read any more. */
  forget(contentIds: readonly FileId[]): Promise<void>;
}
