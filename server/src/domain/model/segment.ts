import type { FileId } from './ids.ts';

/** A part of a file that came in with one request, sealed as a blob of its own. */
export interface Segment {
  blobKey: string;
  sizeBytes: number;
}

/** The parts of a file, in order, as they were when the file was finished. */
export interface SegmentList {
  parts: readonly Segment[];
  /** Made with the file's key over all parts, so that none can be left out, added or moved. */
  mac: Buffer;
}

/** The parts that are known, of files that are finished and of uploads that are not. */
export interface SegmentRepository {
  /** Appends to the file's parts. The number must be the next one. */
  add(fileId: FileId, number: number, segment: Segment): Promise<void>;
  /** In order. Nothing for a file that is one blob. */
  list(fileId: FileId): Promise<Segment[]>;
  /** Which of these keys name a part of some file. */
  known(blobKeys: readonly string[]): Promise<Set<string>>;
  /** The parts' bytes are gone. */
  forget(fileIds: readonly FileId[]): Promise<void>;
}
