import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { writeFully } from '../../platform/durable-files.ts';
import { throwStorageFault } from '../storage-fault.ts';
import type { PartPlace } from './part-place.ts';
import { RequestBody, writeTo } from './request-body.ts';

const bufferBytes = 256 * 1024;

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

  /** The part of the file from `start` on. */
  placeAt(start: number, release: () => void): PartPlace {
    const file = this.#file;
    return {
      async write(pieces, position) {
        await writeFully(file, pieces, start + position).catch(throwStorageFault);
      },
      read(bytes) {
        const range = { file, start, end: start + bytes };
        return new RequestBody((request, isOver) => send(range, request, isOver));
      },
      release,
    };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Each of the two buffers is filled again once the system has taken what was in it: new memory for every piece
 * would cost more than sending it.
 */
async function send(
  { file, start, end }: { file: FileHandle; start: number; end: number },
  request: NodeJS.WritableStream,
  isOver: () => boolean,
): Promise<void> {
  let buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let other = Buffer.allocUnsafeSlow(bufferBytes);
  let taken = Promise.resolve();
  for (let position = start; position < end;) {
    const wanted = Math.min(bufferBytes, end - position);
    const { bytesRead } = await file.read(buffer, 0, wanted, position);
    if (bytesRead === 0) throw new Error('A spool file became shorter while it was read');
    await taken;
    if (isOver()) return;
    taken = writeTo(request, buffer.subarray(0, bytesRead));
    position += bytesRead;
    [buffer, other] = [other, buffer];
  }
  await taken;
  request.end();
}
