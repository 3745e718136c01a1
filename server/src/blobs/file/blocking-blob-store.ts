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
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import type { BlobStore, WholeBlob } from '../../domain/ports/blob-store.ts';
import { storageFault, systemErrorCode } from '../storage-fault.ts';
import { blobPath, temporaryPath } from './blob-path.ts';

const onlyFolder = constants.O_RDONLY | constants.O_DIRECTORY;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Stores whole blobs where a `FileBlobStore` finds them, by the same steps as its writers, with blocking
 * calls. It is for a thread that serves no requests, and for blobs so small that a call to a thread pool
 * would cost more than the step.
 */
export class BlockingBlobStore implements Pick<BlobStore, 'putMany' | 'findSize'> {
  readonly #dir: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #knownFolders = new Set<string>();

  /** `dir` must have been opened by a `FileBlobStore`. */
  constructor(dir: string, clock: Pick<Clock, 'now'>) {
    this.#dir = dir;
    this.#clock = clock;
  }

  /**
   * Every blob completes a step before any blob starts the next, so that they share the cost of syncing:
   * the first sync of a journal covers the others, and each folder is synced once.
   */
  putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]> {
    const entries = blobs.map((blob) => ({ ...blob, writer: new SyncBlobWriter() }));
    for (const { key, bytes, writer } of entries) {
      writer.attempt(() => {
        this.#prepareFolder(this.#folderOf(key));
        const now = this.#clock.now();
        writer.write(temporaryPath(this.#dir, key, now), bytes, now);
      });
    }
    for (const { writer } of entries) {
      writer.attempt(() => {
        writer.sync();
      });
    }
    for (const { key, writer } of entries) {
      writer.attempt(() => {
        writer.name(blobPath(this.#dir, key));
      });
    }
    const named = entries.filter(({ writer }) => writer.fault === undefined);
    for (const [folder, there] of Map.groupBy(named, ({ key }) => this.#folderOf(key))) {
      try {
        syncFolder(folder);
      } catch (error) {
        for (const { writer } of there) writer.fail(error);
      }
    }
    const faults = entries.map(({ writer }) => {
      writer.end();
      return writer.fault;
    });
    return Promise.resolve(faults);
  }

  findSize(key: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      const found = lstatSync(blobPath(this.#dir, key), { throwIfNoEntry: false });
      resolve(found?.isFile() === true ? found.size : undefined);
    });
  }

  #folderOf(key: string): string {
    return dirname(blobPath(this.#dir, key));
  }

  /** The name of a folder is durable once its parent folder was synced, whichever process made it. */
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
}

function syncFolder(path: string): void {
  const folder = openSync(path, onlyFolder);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** One whole blob being stored, by blocking steps. */
class SyncBlobWriter {
  #file: number | undefined;
  #temporaryPath: string | undefined;
  #finalPath: string | undefined;
  #fault: Error | undefined;

  /** Why the blob was not stored. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Runs a step, unless an earlier one failed: a later step might not detect what that one lost. */
  attempt(step: () => void): void {
    if (this.#fault !== undefined) return;
    try {
      step();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The first failure is reported. */
  fail(error: unknown): void {
    this.#fault ??= storageFault(error);
  }

  write(temporaryPath: string, bytes: Uint8Array, at: Instant): void {
    this.#file = openSync(temporaryPath, newFile, 0o600);
    this.#temporaryPath = temporaryPath;
    writeFullySync(this.#file, bytes);
    const seconds = at / second;
    futimesSync(this.#file, seconds, seconds);
  }

  sync(): void {
    if (this.#file === undefined) throw new Error('Nothing was written');
    fsyncSync(this.#file);
  }

  /** A link, unlike a rename, refuses to replace what is there. */
  name(finalPath: string): void {
    if (this.#temporaryPath === undefined) throw new Error('Nothing was written');
    try {
      linkSync(this.#temporaryPath, finalPath);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      throw new Error(`${finalPath} exists already`, { cause: error });
    }
    this.#finalPath = finalPath;
  }

  /** Releases temporary resources. A failed blob leaves nothing behind. */
  end(): void {
    this.#letGo(closeSync, this.#file);
    this.#letGo(unlinkSync, this.#temporaryPath);
    if (this.#fault !== undefined) this.#letGo(unlinkSync, this.#finalPath);
  }

  #letGo<Held>(release: (held: Held) => void, held: Held | undefined): void {
    if (held === undefined) return;
    try {
      release(held);
    } catch (error) {
      this.fail(error);
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
