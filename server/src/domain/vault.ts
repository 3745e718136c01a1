import type { FileId } from './ids.ts';

/**
 * The one road to file contents. What goes in is sealed under a fresh key before it reaches the
 * store; what comes out was checked before it is handed over. No plaintext touches a disk.
 */
export interface Vault {
  /** Begins a new file under a fresh id and key. */
  begin(): Promise<FileIntake>;
  /**
   * The plaintext from `start` up to and not including `end`. Must throw before yielding a byte that
   * failed its check, and must throw at once when the blob's length is not what `sizeBytes` implies.
   */
  read(file: SealedFile, start: number, end: number): AsyncIterable<Buffer>;
}

/** What is needed to open a file: which one, its key, and how long its plaintext is. */
export interface SealedFile {
  id: FileId;
  fileKey: Buffer;
  sizeBytes: number;
}

/** One file on its way in. Calls must not overlap. */
export interface FileIntake {
  readonly id: FileId;
  /**
   * Seals and stores the next bytes; resolves when more may come. The buffer is taken over: its
   * memory may be gone when the call returns.
   */
  write(plaintext: Buffer): Promise<void>;
  /** Resolves once every byte is durable. */
  finish(): Promise<FinishedFile>;
  /** Leaves nothing behind, also after `finish`. May be called twice. */
  discard(): Promise<void>;
}

export interface FinishedFile {
  id: FileId;
  fileKey: Buffer;
  sizeBytes: number;
  sha256: Buffer;
}
