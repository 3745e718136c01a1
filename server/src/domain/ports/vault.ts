import type { FileId } from '../model/ids.ts';
import type { Segment, SegmentList } from '../model/file.ts';

/**
 * The one road to file contents. What goes in is sealed under a fresh key before it reaches the
 * store; what comes out was checked before it is handed over. No plaintext touches a disk.
 */
export interface Vault {
  /** Begins a new file under a fresh id and key. */
  begin(): FileIntake;
  /** A fresh id and key for a file that will come in segments. Nothing is stored. */
  beginSegmented(): SegmentedFile;
  /**
   * Begins the segment that follows these as a fresh blob. It may be begun any number of times, with
   * other bytes each time: no two attempts share a key.
   */
  beginSegment(file: SegmentedFile, parts: readonly Segment[]): SegmentIntake;
  /**
   * Binds the segments together as the whole file, if the vault has hashed every byte as it came in.
   * It knows that of files that came in lately, all of them through this very vault, and says it once.
   */
  bindSegments(file: SegmentedFile, parts: readonly Segment[]): FinishedFile | undefined;
  /** Reads every segment back, which checks it, and binds them together as the whole file. */
  readBackSegments(file: SegmentedFile, parts: readonly Segment[]): Promise<FinishedFile>;
  /**
   * The plaintext from `start` up to and not including `end`. Must throw before yielding a byte that
   * failed its check, and must throw at once when the list of segments is not the one that was
   * finished, a blob is missing or in a store that is not open, or the length of a blob that is read from is not what its plaintext's length implies.
   */
  read(file: SealedFile, start: number, end: number): AsyncIterable<Buffer>;
}

export interface SegmentedFile {
  id: FileId;
  fileKey: Buffer;
}

/** What is needed to open a file: which one, its key, how long its plaintext is, and its parts. */
export interface SealedFile extends SegmentedFile {
  sizeBytes: number;
  /** The name of the blob store that holds a file in one piece. */
  store: string;
  /** Undefined for a file in one piece, whose blob has the file's own id for its key. */
  segments: SegmentList | undefined;
}

/** Bytes on their way in. Calls must not overlap. */
interface Intake<Finished> {
  /**
   * Seals and stores the next bytes; resolves when more may come. The buffers are taken over: their
   * memory may be gone when the call returns.
   */
  write(plaintext: readonly Buffer[]): Promise<void>;
  /** Resolves once every byte is durable. */
  finish(): Promise<Finished>;
  /** Leaves nothing behind, also after `finish`. May be called twice. */
  discard(): Promise<void>;
}

/** One file on its way in, in one piece. */
export interface FileIntake extends Intake<FinishedFile> {
  readonly id: FileId;
}

/** One segment on its way in. However many bytes come, `finish` closes it with exactly those. */
export type SegmentIntake = Intake<Segment>;

export interface FinishedFile extends SealedFile {
  sha256: Buffer;
}
