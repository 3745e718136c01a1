import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { writeFully } from '../../platform/durable-files.ts';
import { throwStorageFault } from '../storage-fault.ts';

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

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    await writeFully(this.#file, pieces, position).catch(throwStorageFault);
  }

  /** The bytes from `start` up to `end`, as often as asked for; to be piped into a request. */
  read(start: number, end: number): Readable {
    return new SpoolStream(this.#file, start, end);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Writes a part of a file to the request that it is piped into. Each of its two buffers is filled again once
 * the system has taken what was in it: new memory for every piece would cost more than sending it.
 */
class SpoolStream extends Readable {
  readonly #file: FileHandle;
  readonly #start: number;
  readonly #end: number;

  constructor(file: FileHandle, start: number, end: number) {
    super();
    this.#file = file;
    this.#start = start;
    this.#end = end;
  }

  override pipe<Request extends NodeJS.WritableStream>(request: Request): Request {
    this.#send(request).catch((error: unknown) => {
      // The request fails; whoever sent it gets its failure.
      if (isDestroyable(request)) request.destroy(toError(error));
    });
    return request;
  }

  override _read(): void {
    this.destroy(new Error('A spool stream can only be piped into a request'));
  }

  async #send(request: NodeJS.WritableStream): Promise<void> {
    let buffer = Buffer.allocUnsafeSlow(bufferBytes);
    let other = Buffer.allocUnsafeSlow(bufferBytes);
    let taken = Promise.resolve();
    for (let position = this.#start; position < this.#end;) {
      const wanted = Math.min(bufferBytes, this.#end - position);
      const { bytesRead } = await this.#file.read(buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('A spool file became shorter while it was read');
      await taken;
      if (this.destroyed) return;
      taken = write(request, buffer.subarray(0, bytesRead));
      position += bytesRead;
      [buffer, other] = [other, buffer];
    }
    await taken;
    request.end();
  }
}

/** Resolves when the system has taken the bytes. */
function write(request: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    request.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
  // The next piece meets the failure; until then nothing handles it.
  taken.catch(() => undefined);
  return taken;
}

/** As every request is. To ask for its class, `node:http` would have to be imported, which every start pays for. */
function isDestroyable(
  stream: NodeJS.WritableStream,
): stream is NodeJS.WritableStream & { destroy(error: Error): void } {
  return 'destroy' in stream && typeof stream.destroy === 'function';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
