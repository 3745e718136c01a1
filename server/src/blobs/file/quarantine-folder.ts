import { link, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { QuarantinedBlob } from '../../domain/ports/blob-store.ts';
import type { Instant } from '../../domain/model/clock.ts';
import {
  makeFolder,
  refuseLinkedFolder,
  removeIfThere,
  syncFolder,
} from '../../platform/durable-files.ts';
import { systemErrorCode } from '../storage-fault.ts';

const entryPattern = /^([A-Za-z0-9_-]{22})\.(\d+)$/;

/**
 * Where blobs stand that are taken out of use and not removed yet, as `<key>.<instant>`. Names tell
 * since when, because the file system's own times follow another clock.
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

  /** A store in which nothing was ever found has no such folder. */
  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#dir);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
