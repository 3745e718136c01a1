import { closeSync, constants, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../domain/model/clock.ts';
import { BlobFiling } from './blob-filing.ts';
import { blobPath, temporaryPath } from './blob-path.ts';
import { systemErrorCode } from '../storage-fault.ts';

const onlyFolder = constants.O_RDONLY | constants.O_DIRECTORY;

export interface WholeBlob {
  key: string;
  bytes: Uint8Array;
}

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

  /**
   * Returns when all would survive a power cut: undefined for each, or why it is not there; such a
   * one leaves nothing. Everybody takes a step before anybody takes the next, so that they share what
   * syncing costs: the first sync of a journal carries the others, and each folder is synced once.
   */
  putAll(blobs: readonly WholeBlob[]): (Error | undefined)[] {
    const entries = blobs.map((blob) => ({ ...blob, filing: new BlobFiling() }));
    for (const { key, bytes, filing } of entries) {
      filing.attempt(() => {
        this.#prepareFolder(this.#folderOf(key));
        const now = this.#clock.now();
        filing.write(temporaryPath(this.#dir, key, now), bytes, now);
      });
    }
    for (const { filing } of entries) {
      filing.attempt(() => {
        filing.sync();
      });
    }
    for (const { key, filing } of entries) {
      filing.attempt(() => {
        filing.name(blobPath(this.#dir, key));
      });
    }
    const named = entries.filter(({ filing }) => filing.fault === undefined);
    for (const [folder, there] of Map.groupBy(named, ({ key }) => this.#folderOf(key))) {
      try {
        syncFolder(folder);
      } catch (error) {
        for (const { filing } of there) filing.fail(error);
      }
    }
    return entries.map(({ filing }) => {
      filing.end();
      return filing.fault;
    });
  }

  /** As `FileBlobStore` tells it. */
  findSize(key: string): number | undefined {
    const found = lstatSync(blobPath(this.#dir, key), { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : undefined;
  }

  #folderOf(key: string): string {
    return dirname(blobPath(this.#dir, key));
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
}

function syncFolder(path: string): void {
  const folder = openSync(path, onlyFolder);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
