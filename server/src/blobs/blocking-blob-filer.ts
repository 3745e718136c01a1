import {
  closeSync,
  constants,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import { second } from '../domain/clock.ts';
import { blobPath } from './blob-path.ts';
import { storageFault, systemErrorCode } from './storage-fault.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const onlyFolder = constants.O_RDONLY | constants.O_DIRECTORY;

/**
 * Puts whole blobs where a `FileBlobStore` finds them, with calls that block: for a thread that has
 * nothing else to do, and for blobs so small that handing each step on would cost more than the step.
 *
 * A blob is written under its final name at once. Before its row is there nobody asks for it, and
 * what a crash leaves of it is an orphan, whole or not, for the sweeper.
 */
export class BlockingBlobFiler {
  readonly #dir: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #knownFolders = new Set<string>();

  /** `dir` must have been opened by a `FileBlobStore`. */
  constructor(dir: string, clock: Pick<Clock, 'now'>) {
    this.#dir = dir;
    this.#clock = clock;
  }

  /** Returns once the blob would survive a power cut. Throws if there is one, and leaves nothing then. */
  put(key: string, bytes: Uint8Array): void {
    const path = blobPath(this.#dir, key);
    try {
      this.#inFolder(dirname(path), () => {
        this.#writeNew(path, bytes);
      });
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** A folder's own name lasts once the folder above it was synced, whoever made it. */
  #inFolder(folder: string, write: () => void): void {
    if (this.#knownFolders.has(folder)) {
      write();
      return;
    }
    makeFolder(folder);
    if (!lstatSync(folder).isDirectory()) {
      throw new Error(`${folder} must be a folder, and not a link to one`);
    }
    syncFolder(this.#dir);
    write();
    this.#knownFolders.add(folder);
  }

  #writeNew(path: string, bytes: Uint8Array): void {
    const file = openNew(path);
    try {
      this.#fillAndSync(file, bytes);
      syncFolder(dirname(path));
    } catch (error) {
      unlinkSync(path);
      throw error;
    }
  }

  #fillAndSync(file: number, bytes: Uint8Array): void {
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      const seconds = this.#clock.now() / second;
      futimesSync(file, seconds, seconds);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, newFile, 0o600);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    throw new Error(`${path} exists already`, { cause: error });
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, onlyFolder);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
