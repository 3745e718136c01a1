import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { totalLength } from '../../domain/transfers/transfer-memory.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import type { BlobWriter } from '../../domain/ports/blob-store.ts';
import { pageBytes } from '../../domain/ports/blob-store.ts';
import { removeIfThere, syncFolder, writeFully } from '../../platform/durable-files.ts';
import { storageFault, systemErrorCode, throwStorageFault } from '../storage-fault.ts';

const ownerOnly = 0o600;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface BlobPaths {
  temporaryPath: string;
  finalPath: string;
}

interface Environment {
  clock: Pick<Clock, 'now'>;
  earlySyncSlot: EarlySyncSlot;
}

/**
 * Bytes under a temporary name → sync the file → link its final name → sync the folder, and drop the
 * temporary name. A crash at any point leaves nothing, a temporary file for the sweeper, the whole
 * blob, or both. A link, unlike a rename, refuses to replace what is there.
 */
export class FileBlobWriter implements BlobWriter {
  readonly #file: FileHandle;
  readonly #paths: BlobPaths;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #earlySync: EarlySync;
  readonly #directWrites: DirectWrites;
  #position = 0;
  #state: 'writing' | 'failed' | 'ended' = 'writing';
  #isNamed = false;

  private constructor(file: FileHandle, paths: BlobPaths, { clock, earlySyncSlot }: Environment) {
    this.#file = file;
    this.#paths = paths;
    this.#clock = clock;
    this.#earlySync = new EarlySync(file, earlySyncSlot);
    this.#directWrites = new DirectWrites(paths.temporaryPath);
  }

  static async begin(paths: BlobPaths, environment: Environment): Promise<FileBlobWriter> {
    const file = await open(paths.temporaryPath, newFile, ownerOnly).catch(throwStorageFault);
    return new FileBlobWriter(file, paths, environment);
  }

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    await this.#attempt(async () => {
      const [first, ...others] = pieces;
      if (first === undefined) return;
      const written = await this.#directWrites.write(first, this.#position);
      this.#position += written;
      await this.#append([first.subarray(written), ...others]);
    });
  }

  async commit(): Promise<void> {
    await this.#attempt(async () => {
      await this.#earlySync.settle();
      await this.#syncFile();
      await Promise.all([this.#close(), this.#linkFinalName()]);
      // The bytes are durable under either name, and no caller knows of them yet.
      await Promise.all([
        syncFolder(dirname(this.#paths.finalPath)),
        removeIfThere(this.#paths.temporaryPath),
      ]);
    });
    this.#state = 'ended';
  }

  async abort(): Promise<void> {
    if (this.#state === 'ended') return;
    // The bytes are discarded, so a failed sync does not matter.
    await Promise.allSettled([this.#earlySync.settle()]);
    try {
      await this.#close();
    } finally {
      if (this.#isNamed) await removeIfThere(this.#paths.finalPath);
      await removeIfThere(this.#paths.temporaryPath);
    }
    this.#state = 'ended';
  }

  async #append(pieces: readonly Uint8Array[]): Promise<void> {
    await writeFully(this.#file, pieces, this.#position);
    const bytes = totalLength(pieces);
    this.#position += bytes;
    this.#earlySync.wrote(bytes);
  }

  async #close(): Promise<void> {
    await Promise.all([this.#file.close(), this.#directWrites.close()]);
  }

  /** The file grew, so fdatasync would write the inode too: fsync costs no more. */
  async #syncFile(): Promise<void> {
    const seconds = this.#clock.now() / second;
    await this.#file.utimes(seconds, seconds);
    await this.#file.sync();
  }

  async #linkFinalName(): Promise<void> {
    const { temporaryPath, finalPath } = this.#paths;
    try {
      await link(temporaryPath, finalPath);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      throw new Error(`${finalPath} exists already`, { cause: error });
    }
    this.#isNamed = true;
  }

  /** A failed step is final: a second try could succeed although bytes were lost. */
  async #attempt(step: () => Promise<void>): Promise<void> {
    if (this.#state !== 'writing') throw new Error(`This blob writer has ${this.#state}`);
    try {
      await step();
    } catch (error) {
      this.#state = 'failed';
      throw storageFault(error);
    }
  }
}

/** Without early syncs the kernel keeps gigabytes of dirty pages until the last sync. */
const strideBytes = 32 * 1024 * 1024;

/** One early sync at a time in a store: a sync occupies a thread that writes need. */
interface EarlySyncSlot {
  isTaken: boolean;
}

/**
 * Syncs a large file while it is being written, so that the final sync has little left to do. It does
 * not replace the final sync; only its failure counts.
 */
export class EarlySync {
  readonly #file: Pick<FileHandle, 'datasync'>;
  readonly #slot: EarlySyncSlot;
  #unsyncedBytes = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(file: Pick<FileHandle, 'datasync'>, slot: EarlySyncSlot) {
    this.#file = file;
    this.#slot = slot;
  }

  /** Counts written bytes, and may start a sync without waiting for it. */
  wrote(bytes: number): void {
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < strideBytes || this.#slot.isTaken) return;
    this.#unsyncedBytes = 0;
    this.#slot.isTaken = true;
    this.#underWay = this.#sync(this.#underWay);
    // `settle` reports the failure; this only keeps it from being unhandled until then.
    this.#underWay.catch(() => undefined);
  }

  /** Resolves once no sync runs; rejects if any failed, which is final. */
  async settle(): Promise<void> {
    await this.#underWay;
  }

  async #sync(before: Promise<void>): Promise<void> {
    try {
      await this.#file.datasync();
    } finally {
      this.#slot.isTaken = false;
    }
    await before;
  }
}

/** Below this size, copying into the page cache is cheaper than waiting for the disk. */
const leastBytes = 128 * 1024;
const directly = constants.O_WRONLY | constants.O_DIRECT | constants.O_NOFOLLOW;

/**
 * Writes to a file with O_DIRECT. Copying a large upload into the page cache costs more than receiving
 * it, evicts what others read, and leaves all of the writing to the last sync. Only whole pages can be
 * written this way, and not every file system supports it: the caller writes the rest as usual
 * (decision 0037, direct writes).
 */
export class DirectWrites {
  readonly #open: () => Promise<FileHandle>;
  #file: FileHandle | undefined;
  #isPossible = true;

  /** The file must exist at the first write. */
  constructor(path: string, openFile = open) {
    this.#open = () => openFile(path, directly);
  }

  /** Writes the longest prefix of `piece` that can be written directly; returns its length. */
  async write(piece: Uint8Array, position: number): Promise<number> {
    const bytes = piece.length - (piece.length % pageBytes);
    if (!this.#isPossible || bytes < leastBytes || !liesInPages(piece, position)) return 0;
    try {
      this.#file ??= await this.#open();
      const { bytesWritten } = await this.#file.write(piece, 0, bytes, position);
      return bytesWritten;
    } catch (error) {
      if (systemErrorCode(error) !== 'EINVAL') throw error;
      this.#isPossible = false;
      return 0;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** A resizable buffer is page-aligned in practice; where it is not, the kernel answers EINVAL. */
function liesInPages({ buffer, byteOffset }: Uint8Array, position: number): boolean {
  const isAtPage = (paths: number) => paths % pageBytes === 0;
  return isAtPage(position) && isAtPage(byteOffset) && 'resizable' in buffer && buffer.resizable;
}
