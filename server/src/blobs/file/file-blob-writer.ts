import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobWriter } from '../../domain/ports/blob-store.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import { totalLength } from '../../domain/files/incoming-content.ts';
import { DirectWrites } from './direct-writes.ts';
import { removeIfThere, syncFolder } from './durable-folder.ts';
import type { EarlySyncTurn } from './early-sync.ts';
import { EarlySync } from './early-sync.ts';
import { storageFault, systemErrorCode, throwStorageFault } from '../storage-fault.ts';
import { writeFully } from './write-fully.ts';

const ownerOnly = 0o600;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface Place {
  temporaryPath: string;
  finalPath: string;
}

interface Environment {
  clock: Pick<Clock, 'now'>;
  earlySyncTurn: EarlySyncTurn;
}

/**
 * Bytes under a temporary name → sync the file → link its final name → sync the folder, and drop the
 * temporary name. A crash at any point leaves nothing, a temporary file for the sweeper, the whole
 * blob, or both. A link, unlike a rename, refuses to replace what is there.
 */
export class FileBlobWriter implements BlobWriter {
  readonly #file: FileHandle;
  readonly #place: Place;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #earlySync: EarlySync;
  readonly #directWrites: DirectWrites;
  #position = 0;
  #state: 'writing' | 'failed' | 'ended' = 'writing';
  #isNamed = false;

  private constructor(file: FileHandle, place: Place, { clock, earlySyncTurn }: Environment) {
    this.#file = file;
    this.#place = place;
    this.#clock = clock;
    this.#earlySync = new EarlySync(file, earlySyncTurn);
    this.#directWrites = new DirectWrites(place.temporaryPath);
  }

  static async begin(place: Place, environment: Environment): Promise<FileBlobWriter> {
    const file = await open(place.temporaryPath, newFile, ownerOnly).catch(throwStorageFault);
    return new FileBlobWriter(file, place, environment);
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
      // The bytes are safe under either name, and nobody was told of them yet.
      await Promise.all([
        syncFolder(dirname(this.#place.finalPath)),
        removeIfThere(this.#place.temporaryPath),
      ]);
    });
    this.#state = 'ended';
  }

  async abort(): Promise<void> {
    if (this.#state === 'ended') return;
    // What is thrown away may as well have failed to reach the disk.
    await Promise.allSettled([this.#earlySync.settle()]);
    try {
      await this.#close();
    } finally {
      if (this.#isNamed) await removeIfThere(this.#place.finalPath);
      await removeIfThere(this.#place.temporaryPath);
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

  /** Of a file that grew, fdatasync must write the inode too: the full sync costs no more. */
  async #syncFile(): Promise<void> {
    const seconds = this.#clock.now() / second;
    await this.#file.utimes(seconds, seconds);
    await this.#file.sync();
  }

  async #linkFinalName(): Promise<void> {
    const { temporaryPath, finalPath } = this.#place;
    try {
      await link(temporaryPath, finalPath);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      throw new Error(`${finalPath} exists already`, { cause: error });
    }
    this.#isNamed = true;
  }

  /** A step that failed may have lost bytes which a second try would not miss: it is final. */
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
