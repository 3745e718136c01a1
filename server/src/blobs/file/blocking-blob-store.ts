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
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../domain/model/clock.ts';
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
   * the first sync of a journal covers the others, and each folder is synced once. A failed blob leaves nothing behind,
   * and takes no later step, which might not detect what the failed one lost.
   */
  putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]> {
    const entries = blobs.map((blob): Entry => ({ ...blob }));
    const steps = [this.#write, syncFile, giveName];
    for (const step of steps) {
      for (const entry of entries) if (entry.fault === undefined) attempt(step, entry, entry);
    }
    const named = entries.filter(({ fault }) => fault === undefined);
    for (const [folder, there] of Map.groupBy(named, ({ key }) => this.#folderOf(key))) {
      attempt(syncFolder, folder, ...there);
    }
    for (const entry of entries) {
      attempt(closeSync, entry.file, entry);
      attempt(unlinkSync, entry.temporary, entry);
      if (entry.fault !== undefined) attempt(unlinkSync, entry.named, entry);
    }
    return Promise.resolve(entries.map(({ fault }) => fault));
  }

  readonly #write = (entry: Entry): void => {
    const { key, bytes } = entry;
    const folder = this.#folderOf(key);
    if (!this.#knownFolders.has(folder)) this.#prepareFolder(folder);
    const now = this.#clock.now();
    const temporary = temporaryPath(this.#dir, key, now);
    entry.file = openSync(temporary, newFile, 0o600);
    entry.temporary = temporary;
    entry.path = blobPath(this.#dir, key);
    writeFileSync(entry.file, bytes);
    futimesSync(entry.file, now / second, now / second);
  };

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

/** A blob that is being stored, and what was made for it. */
interface Entry extends WholeBlob {
  file?: number;
  temporary?: string;
  path?: string;
  named?: string;
  /** Why it was not stored: the first failure. */
  fault?: Error;
}

/** Does nothing where there is nothing to do it with. A failure is that of all the entries. */
function attempt<Given>(
  step: (given: Given) => void,
  given: Given | undefined,
  ...entries: Entry[]
): void {
  try {
    if (given !== undefined) step(given);
  } catch (error) {
    for (const entry of entries) entry.fault ??= storageFault(error);
  }
}

function syncFile({ file }: Entry): void {
  if (file !== undefined) fsyncSync(file);
}

/** A link, unlike a rename, refuses to replace what is there. */
function giveName(entry: Entry): void {
  const { temporary = '', path = '' } = entry;
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    throw new Error(`${path} exists already`, { cause: error });
  }
  entry.named = path;
}
