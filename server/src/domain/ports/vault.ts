import type { FileId } from '../model/ids.ts';
import type { Segment, SegmentList } from '../model/file.ts';

/**
 * The only code that reads and writes file contents. They are encrypted under a fresh key before they reach
 * the blob store, and verified before they are returned. No plaintext is written to a disk.
 */
export interface Vault {
  /** Begins a new file under a fresh id and key. */
  begin(): FileIntake;
  /** A fresh id and key for a file in segments. Nothing is stored. */
  beginSegmented(): SegmentedFile;
  /**
   * Begins the segment that follows these as a fresh blob. It may be begun any number of times, with
   * other bytes each time: no two attempts share a key. With `saved`, the hash of the file continues in
   * other processes too, where the vault can save it.
   */
  beginSegment(file: SegmentedFile, parts: readonly Segment[], saved?: SavedHash): SegmentIntake;
  /**
   * Binds the segments together as the whole file, if every byte was hashed as it arrived. The vault
   * remembers that of recent files, whose last segment it received itself, and answers once.
   */
  bindSegments(file: SegmentedFile, parts: readonly Segment[]): FinishedFile | undefined;
  /** Reads every segment back, which verifies it, and binds them together as the whole file. */
  readBackSegments(file: SegmentedFile, parts: readonly Segment[]): Promise<FinishedFile>;
  /** The parts of a finished file. Those of a file in one blob are that blob, bound like any others. */
  listParts(file: SealedFile): SegmentList;
  /** Seals a small picture of a file with its key, to be kept beside it. `id` is that of its content. */
  sealPicture(file: SegmentedFile, bytes: Buffer): Buffer;
  /** Throws an integrity fault for one that was changed, or is of another file. */
  openPicture(file: SegmentedFile, sealed: Buffer): Buffer;
  /**
   * The plaintext from `start` up to and not including `end`. Must throw before yielding a byte that failed its check,
   * and must throw at once when the list of segments is not the one that was finished, a blob is missing or in a store
   * that is not open, or the length of a blob that is read from is not what its plaintext's length implies.
   */
  read(file: SealedFile, start: number, end: number): AsyncIterable<Buffer>;
}

export interface SegmentedFile {
  id: FileId;
  fileKey: Buffer;
}

/** What is needed to open a file: its id, its key, the length of its plaintext, and its parts. */
export interface SealedFile extends SegmentedFile {
  sizeBytes: number;
  /** The name of the blob store that holds a file in one piece. */
  store: string;
  /** Undefined for a file in one blob, whose key is the file's id. */
  segments: SegmentList | undefined;
}

/** Incoming bytes. Calls must not overlap. */
interface Intake<Submitted> {
  /**
   * Encrypts and stores the next bytes; resolves when more may come. It takes over the buffers: their
   * memory may be gone when the call returns.
   */
  write(plaintext: readonly Buffer[]): Promise<void>;
  /** Ends it with exactly the bytes that came. */
  submit(): Promise<Submitted & Submission>;
  /** Deletes everything, also after `submit`. May be called twice. */
  discard(): Promise<void>;
}

interface Submission {
  /** Resolves once every byte is durable, which may be later; rejects when they could not be stored. */
  stored: Promise<void>;
}

/** One incoming file, in one blob. */
export interface FileIntake extends Intake<{ file: FinishedFile }> {
  readonly id: FileId;
}

/** One incoming segment. */
export type SegmentIntake = Intake<{ segment: FinishedSegment }>;

/** The hash of a file after the last of its segments. */
export interface SavedHash {
  /** What `submit` of that segment returned, in any process. It is ignored after any other segment. */
  state: Buffer | undefined;
}

export interface FinishedSegment extends Segment {
  /** Continues the hash in any process; undefined where it cannot be saved. Encrypted with the key of the file. */
  hashState: Buffer | undefined;
}

export interface FinishedFile extends SealedFile {
  sha256: Buffer;
}
