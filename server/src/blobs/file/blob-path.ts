import { randomBytes } from 'node:crypto';
import { link, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Instant } from '../../domain/model/clock.ts';
import type { QuarantinedBlob } from '../../domain/ports/blob-store.ts';
import { folderNameChars } from '../../domain/ports/blob-store.ts';
import {
  makeFolder,
  refuseLinkedFolder,
  removeIfThere,
  syncFolder,
} from '../../platform/durable-files.ts';
import { refuseForeignKey } from '../../domain/model/ids.ts';
import { systemErrorCode } from '../storage-fault.ts';

/**
 * The path of a complete blob. A prefix folder of thousands of files suits most tools better than one
 * folder of millions.
 */
export function blobPath(dir: string, key: string): string {
  refuseForeignKey(key);
  return join(dir, key.slice(0, folderNameChars), key);
}

/** The folder of incomplete blobs, separate from the blobs. */
export function incomingDir(dir: string): string {
  return join(dir, 'incoming');
}

/** The name of an incomplete blob: `<key>.<instant>.<distinction>`. */
export const temporaryPattern = /^[A-Za-z0-9_-]+\.(\d+)\.[0-9a-f]{16}$/;

/**
 * Random for each thread, then counted: it is no secret, and drawing random bytes each time takes longer.
 */
let distinction = randomBytes(8).readBigUInt64BE();

export function temporaryPath(dir: string, purpose: string, at: Instant): string {
  distinction = BigInt.asUintN(64, distinction + 1n);
  return join(incomingDir(dir), `${purpose}.${at}.${distinction.toString(16).padStart(16, '0')}`);
}

const entryPattern = /^([A-Za-z0-9_-]{22})\.(\d+)$/;

/**
 * Blobs that are out of use and not removed yet, as `<key>.<instant>`. Names contain the time, because the
 * file system's own times follow another clock.
 */
export class QuarantineFolder {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Not synced: a blob that a power cut brings back is found again. */
  async take(blobPath: string, key: string, at: Instant): Promise<void> {
    await makeFolder(this.#dir);
    await refuseLinkedFolder(this.#dir);
    try {
      await rename(blobPath, this.#pathOf({ key, since: at }));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }

  async *list(): AsyncGenerator<QuarantinedBlob> {
    for (const name of await this.#names()) {
      const [, key, since] = entryPattern.exec(name) ?? [];
      if (key !== undefined) yield { key, since: Number(since) };
    }
  }

  /** The folder of `blobPath` must exist. */
  async giveBack(blobPath: string, blob: QuarantinedBlob): Promise<void> {
    try {
      await link(this.#pathOf(blob), blobPath);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'ENOENT') return;
      if (code !== 'EEXIST') throw error;
    }
    await syncFolder(dirname(blobPath));
    await removeIfThere(this.#pathOf(blob));
  }

  async discard(before: Instant): Promise<number> {
    let discarded = 0;
    for await (const blob of this.list()) {
      if (blob.since < before && (await removeIfThere(this.#pathOf(blob)))) discarded += 1;
    }
    return discarded;
  }

  #pathOf({ key, since }: QuarantinedBlob): string {
    return join(this.#dir, `${key}.${since}`);
  }

  /** The folder is created with the first blob in quarantine. */
  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#dir);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
