import {
  closeSync,
  constants,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { Instant } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import { storageFault, systemErrorCode } from '../storage-fault.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** One whole blob on its way to the disk, by steps that block. */
export class BlobFiling {
  #file: number | undefined;
  #temporaryPath: string | undefined;
  #finalPath: string | undefined;
  #fault: Error | undefined;

  /** Why the blob is not there. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Takes a step, unless one before failed: another might not miss what that one lost. */
  attempt(step: () => void): void {
    if (this.#fault !== undefined) return;
    try {
      step();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What failed first is the fault. */
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

  /** Lets go of what was needed on the way. What has failed leaves nothing. */
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
