import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, constants, lstat, open, opendir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Clock, Instant } from '../../domain/model/clock.ts';
import { idPattern, refuseBackwardRange } from '../../domain/model/ids.ts';
import type {
  BlobInfo,
  BlobStart,
  BlobStore,
  BlobWriter,
  QuarantinedBlob,
  WholeBlob,
} from '../../domain/ports/blob-store.ts';
import {
  makeFolder,
  refuseLinkedFolder,
  removeIfThere,
  syncFolder,
} from '../../platform/durable-files.ts';
import { storageFault, systemErrorCode, throwStorageFault } from '../storage-fault.ts';
import {
  QuarantineFolder,
  blobPath,
  incomingDir,
  temporaryPath,
  temporaryPattern,
} from './blob-path.ts';
import type { BlobPaths } from './file-blob-writer.ts';
import { FileBlobWriter } from './file-blob-writer.ts';

/** Stands in rows: it never changes. */
export const fileStoreName = 'file';

const freeRoomHoldsMs = 200;
const fanOutPattern = /^[A-Za-z0-9_-]{2}$/;

/**
 * Blobs as files `ab/<key>`. Unfinished ones are in `incoming`, separate from the blobs, so that the sweep
 * reads one folder and not thousands. Their names contain the time at which they were begun, because the
 * file system's own times follow another clock.
 */
export class FileBlobStore implements BlobStore {
  readonly name = fileStoreName;
  readonly #dir: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #quarantined: QuarantineFolder;
  readonly #earlySyncSlot = { isTaken: false };
  readonly #fanOutFolders = new Map<string, Promise<void>>();
  #freeRoom: { askedAt: number; bytes: Promise<number> } | undefined;

  private constructor(dir: string, clock: Pick<Clock, 'now'>) {
    this.#dir = dir;
    this.#clock = clock;
    this.#quarantined = new QuarantineFolder(join(dir, 'quarantine'));
  }

  /** The parent folder of `dir` must exist. */
  static async open(dir: string, clock: Pick<Clock, 'now'>): Promise<FileBlobStore> {
    const store = new FileBlobStore(dir, clock);
    await store.#prepare().catch(throwStorageFault);
    return store;
  }

  /** For readers: creates nothing, whatever is missing. */
  static toRead(dir: string, clock: Pick<Clock, 'now'>): FileBlobStore {
    return new FileBlobStore(dir, clock);
  }

  async create(key: string): Promise<BlobWriter> {
    const finalPath = this.#pathOf(key);
    await this.#makeFanOutFolder(dirname(finalPath)).catch(throwStorageFault);
    if ((await findEntry(finalPath)) !== undefined) throw new Error(`${finalPath} exists already`);
    return this.#beginWriter({ temporaryPath: this.#temporaryPath(key), finalPath });
  }

  /** Each by itself, and no step blocks. In a thread that serves no requests, a `BlockingBlobStore` takes less time. */
  async putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]> {
    return await Promise.all(blobs.map((blob) => this.#put(blob)));
  }

  async findSize(key: string): Promise<number | undefined> {
    const found = await findEntry(this.#pathOf(key));
    return found?.isFile() === true ? found.size : undefined;
  }

  async readStart(key: string, bytes: number): Promise<BlobStart | undefined> {
    const file = await findFile(this.#pathOf(key));
    if (file === undefined) return undefined;
    try {
      const found = await file.stat();
      if (!found.isFile()) return undefined;
      const start = await readPiece(file, 0, Math.min(bytes, found.size));
      return { sizeBytes: found.size, start };
    } finally {
      await file.close();
    }
  }

  async *read(
    key: string,
    start: number,
    end: number,
    pieceBytes?: number,
  ): AsyncGenerator<Uint8Array> {
    refuseBackwardRange(start, end);
    yield* readFileRange(this.#pathOf(key), start, end, pieceBytes);
  }

  /** Not synced: a blob that a power cut brings back is an orphan, and the sweep removes orphans. */
  async delete(key: string): Promise<void> {
    await removeIfThere(this.#pathOf(key)).catch(throwStorageFault);
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.delete(key);
  }

  async quarantine(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#quarantined.take(path, key, this.#clock.now()).catch(throwStorageFault);
  }

  async *listQuarantined(): AsyncGenerator<QuarantinedBlob> {
    yield* this.#quarantined.list();
  }

  async putBack(blob: QuarantinedBlob): Promise<void> {
    const path = this.#pathOf(blob.key);
    await this.#makeFanOutFolder(dirname(path)).catch(throwStorageFault);
    await this.#quarantined.giveBack(path, blob).catch(throwStorageFault);
  }

  async discardQuarantined(before: Instant): Promise<number> {
    return await this.#quarantined.discard(before);
  }

  async *list(since?: Instant): AsyncGenerator<BlobInfo> {
    for await (const folder of await opendir(this.#dir)) {
      if (!folder.isDirectory() || !fanOutPattern.test(folder.name)) continue;
      const path = join(this.#dir, folder.name);
      if (since === undefined || (await hasChangedSince(path, since))) yield* listFolder(path);
    }
  }

  async sweepAbandoned(before: Instant): Promise<number> {
    let swept = 0;
    for await (const { name } of await opendir(this.#incoming)) {
      const startedAt = Number(temporaryPattern.exec(name)?.[1] ?? NaN);
      if (startedAt < before && (await removeIfThere(join(this.#incoming, name)))) swept += 1;
    }
    return swept;
  }

  /** Cached for a moment: a system call for each of many small blobs costs more than they do. */
  async freeBytes(): Promise<number> {
    const now = performance.now();
    if (this.#freeRoom === undefined || now - this.#freeRoom.askedAt > freeRoomHoldsMs) {
      this.#freeRoom = { askedAt: now, bytes: readFreeBytes(this.#dir) };
    }
    try {
      return await this.#freeRoom.bytes;
    } catch (error) {
      this.#freeRoom = undefined;
      throw storageFault(error);
    }
  }

  /** Runs every step of storing a blob, so that a file system without hard links is detected too. */
  async check(): Promise<void> {
    await access(this.#dir, constants.W_OK | constants.X_OK).catch(throwStorageFault);
    const paths = {
      temporaryPath: this.#temporaryPath('probe'),
      finalPath: this.#temporaryPath('probe'),
    };
    const writer = await this.#beginWriter(paths);
    try {
      await writer.write([Buffer.from('probe')]);
      await writer.commit();
    } finally {
      await writer.abort();
    }
    await removeIfThere(paths.finalPath).catch(throwStorageFault);
  }

  /** Resolves with the reason where the blob could not be stored. */
  async #put({ key, bytes }: WholeBlob): Promise<Error | undefined> {
    try {
      const writer = await this.create(key);
      try {
        await writer.write([bytes]);
        await writer.commit();
      } finally {
        await writer.abort();
      }
      return undefined;
    } catch (error) {
      return storageFault(error);
    }
  }

  #beginWriter(paths: BlobPaths): Promise<FileBlobWriter> {
    return FileBlobWriter.begin(paths, { clock: this.#clock, earlySyncSlot: this.#earlySyncSlot });
  }

  get #incoming(): string {
    return incomingDir(this.#dir);
  }

  async #prepare(): Promise<void> {
    await makeFolder(this.#dir);
    await makeFolder(this.#incoming);
    await refuseLinkedFolder(this.#incoming);
    // An earlier process may have made folders and died before it synced them.
    await syncFolder(this.#dir);
  }

  /** Each folder is created once in the life of a process, however many writers ask concurrently. */
  #makeFanOutFolder(path: string): Promise<void> {
    const underWay = this.#fanOutFolders.get(path);
    if (underWay !== undefined) return underWay;
    const made = makeFolder(path)
      .then(() => refuseLinkedFolder(path))
      .catch((error: unknown) => {
        this.#fanOutFolders.delete(path);
        throw error;
      });
    this.#fanOutFolders.set(path, made);
    return made;
  }

  #pathOf(key: string): string {
    return blobPath(this.#dir, key);
  }

  #temporaryPath(purpose: string): string {
    return temporaryPath(this.#dir, purpose, this.#clock.now());
  }
}

async function readFreeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Whether a blob may have been added to the folder after `since`. */
async function hasChangedSince(path: string, since: Instant): Promise<boolean> {
  const found = await findEntry(path);
  return found !== undefined && found.mtimeMs > since;
}

async function* listFolder(path: string): AsyncGenerator<BlobInfo> {
  for await (const { name } of await opendir(path)) {
    if (!idPattern.test(name)) continue;
    const found = await findEntry(join(path, name));
    if (found?.isFile() !== true) continue;
    yield { key: name, sizeBytes: found.size, modifiedAt: Math.round(found.mtimeMs) };
  }
}

async function findEntry(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFault(error);
  }
}

const usualPieceBytes = 1024 * 1024;

/**
 * The file's bytes from `start` up to `end`. Every piece is a buffer of its own, which belongs to the
 * reader.
 */
async function* readFileRange(
  path: string,
  start: number,
  end: number,
  pieceBytes = usualPieceBytes,
): AsyncGenerator<Uint8Array> {
  const file = await findFile(path);
  if (file === undefined) throw new Error(`${path} is missing`);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    if (found.size < end) throw new Error(`${path} has ${found.size} bytes, fewer than ${end}`);
    for (let position = start; position < end; position += pieceBytes) {
      yield await readPiece(file, position, Math.min(pieceBytes, end - position));
    }
  } finally {
    await file.close();
  }
}

async function findFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFault(error);
  }
}

async function readPiece(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file
      .read(piece, filled, length - filled, position + filled)
      .catch(throwStorageFault);
    if (bytesRead === 0) throw new Error('A file became shorter while it was read');
    filled += bytesRead;
  }
  return piece;
}
