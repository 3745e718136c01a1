import {
  closeSync,
  constants,
  fsyncSync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import { second } from '../domain/clock.ts';
import { blobPath, temporaryPath } from './blob-path.ts';
import { storageFault, systemErrorCode } from './storage-fault.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const onlyFolder = constants.O_RDONLY | constants.O_DIRECTORY;

/**
 * Puts whole blobs where a `FileBlobStore` finds them, by the same steps as its writers, with calls
 * that block: for a thread that has nothing else to do, and for blobs so small that handing each
 * step on would cost more than the step.
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

  /** Returns once the blob would survive a power cut. Throws if it exists, and leaves nothing then. */
  put(key: string, bytes: Uint8Array): void {
    const finalPath = blobPath(this.#dir, key);
    const path = temporaryPath(this.#dir, key, this.#clock.now());
    try {
      this.#prepareFolder(dirname(finalPath));
      const file = openSync(path, newFile, 0o600);
      try {
        this.#fillAndSync(file, bytes);
        nameDurably(path, finalPath);
      } finally {
        unlinkSync(path);
      }
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** A folder's own name lasts once the folder above it was synced, whoever made it. */
  #prepareFolder(folder: string): void {
    if (this.#knownFolders.has(folder)) return;
    try {
      mkdirSync(folder, 0o700);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
    if (!lstatSync(folder).isDirectory()) {
      throw new Error(`${folder} must be a folder, and not a link to one`);
    }
    syncFolder(this.#dir);
    this.#knownFolders.add(folder);
  }

  #fillAndSync(file: number, bytes: Uint8Array): void {
    try {
      writeFullySync(file, bytes);
      const seconds = this.#clock.now() / second;
      futimesSync(file, seconds, seconds);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

function writeFullySync(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const more = writeSync(file, bytes, written);
    if (more === 0) throw new Error('The system took no bytes and gave no reason');
    written += more;
  }
}

/** A link, unlike a rename, refuses to replace what is there. */
function nameDurably(path: string, finalPath: string): void {
  try {
    linkSync(path, finalPath);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    throw new Error(`${finalPath} exists already`, { cause: error });
  }
  try {
    syncFolder(dirname(finalPath));
  } catch (error) {
    unlinkSync(finalPath);
    throw error;
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
