import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { writeFully } from '../../platform/durable-files.ts';
import { throwStorageFault } from '../storage-fault.ts';

const readBytes = 256 * 1024;

/**
 * A temporary file without a name: the system removes it with the process. It keeps what an upload may
 * have to send again, so that the memory of an upload does not grow with the size of its parts.
 */
export class SpoolFile {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(folder: string): Promise<SpoolFile> {
    const path = join(folder, `${randomUUID()}.part`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      return new SpoolFile(file);
    } catch (error) {
      throwStorageFault(error);
    }
  }

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    await writeFully(this.#file, pieces, position).catch(throwStorageFault);
  }

  /** The bytes from `start` up to `end`, as often as asked for. */
  read(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false, highWaterMark: readBytes });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(readBytes, end - position));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, position);
      if (bytesRead === 0) throw new Error('A spool file became shorter while it was read');
      yield piece.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
