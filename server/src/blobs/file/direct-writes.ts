import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { pageBytes } from '../../domain/ports/blob-store.ts';
import { systemErrorCode } from '../storage-fault.ts';

/** Less than this is cheaper to copy than to wait for. */
const leastBytes = 128 * 1024;
const directly = constants.O_WRONLY | constants.O_DIRECT | constants.O_NOFOLLOW;

/**
 * Writes to a file past the system's cache. Copying a large upload into the cache costs more than
 * receiving it does, pushes out what others read, and leaves all of the writing to the last sync.
 * Only whole pages can be written so, and not every file system takes them: what this does not
 * write, the caller writes in the usual way.
 */
export class DirectWrites {
  readonly #open: () => Promise<FileHandle>;
  #file: FileHandle | undefined;
  #isPossible = true;

  /** The file must be there when the first bytes come. */
  constructor(path: string, openFile = open) {
    this.#open = () => openFile(path, directly);
  }

  /** Writes as much from the beginning of `piece` as can be written directly; returns how much. */
  async write(piece: Uint8Array, position: number): Promise<number> {
    const bytes = piece.length - (piece.length % pageBytes);
    if (!this.#isPossible || bytes < leastBytes || !liesInPages(piece, position)) return 0;
    try {
      this.#file ??= await this.#open();
      const { bytesWritten } = await this.#file.write(piece, 0, bytes, position);
      return bytesWritten;
    } catch (error) {
      if (systemErrorCode(error) !== 'EINVAL') throw error;
      this.#isPossible = false;
      return 0;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** Memory of a resizable buffer begins at a page. Where it should not, the system refuses it. */
function liesInPages({ buffer, byteOffset }: Uint8Array, position: number): boolean {
  const isAtPage = (place: number) => place % pageBytes === 0;
  return isAtPage(position) && isAtPage(byteOffset) && 'resizable' in buffer && buffer.resizable;
}
