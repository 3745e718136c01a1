import type { Answer } from './exchange.ts';
import { exchange } from './exchange.ts';
import { request } from './node-http.ts';

const version = { 'tus-resumable': '1.0.0' };

/** A client of one upload page that speaks tus, and hangs up wherever the test wants it to. */
export class TusClient {
  readonly #server: { readonly url: string };
  readonly #page: string;

  /** `page` is the path of the upload page. */
  constructor(server: { readonly url: string }, page: string) {
    this.#server = server;
    this.#page = page;
  }

  /** Asks for an upload, which may be refused. */
  async tryToCreate(name: string, sizeBytes: number): Promise<Answer> {
    return await exchange(this.#server.url, {
      method: 'POST',
      path: `${this.#page}/tus`,
      headers: {
        ...version,
        'upload-length': String(sizeBytes),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    });
  }

  /** Begins an upload, and returns its path. */
  async create(name: string, sizeBytes: number): Promise<string> {
    const answer = await this.tryToCreate(name, sizeBytes);
    const { location } = answer.headers;
    if (answer.status !== 201 || location === undefined) {
      throw new Error(`Not created: ${answer.status} ${answer.text()}`);
    }
    return location;
  }

  /** Asks for the state of an upload. */
  async look(upload: string): Promise<Answer> {
    const path = upload;
    return await exchange(this.#server.url, { method: 'HEAD', path, headers: version });
  }

  async offsetOf(upload: string): Promise<number> {
    const answer = await this.look(upload);
    if (answer.status !== 200) throw new Error(`No offset: ${answer.status}`);
    return Number(answer.headers['upload-offset']);
  }

  async append(upload: string, offset: number, body: Buffer): Promise<Answer> {
    return await exchange(this.#server.url, {
      method: 'PATCH',
      path: upload,
      headers: patchHeaders(offset),
      body,
    });
  }

  /** Sends pieces as each of them comes. */
  async appendPieces(
    upload: string,
    offset: number,
    pieces: readonly (Buffer | Promise<Buffer>)[],
  ): Promise<Answer> {
    return await exchange(this.#server.url, {
      method: 'PATCH',
      path: upload,
      headers: patchHeaders(offset),
      body: (async function* () {
        for (const piece of pieces) yield await piece;
      })(),
    });
  }

  /** Says that all of `body` will come, sends `sentBytes` of it, and hangs up. */
  async breakOff(upload: string, offset: number, body: Buffer, sentBytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const patch = request(`${this.#server.url}${upload}`, {
      method: 'PATCH',
      headers: { ...patchHeaders(offset), 'content-length': body.length },
    });
    patch.on('error', reject).on('close', () => {
      resolve(undefined);
    });
    patch.write(body.subarray(0, sentBytes), () => {
      patch.off('error', reject).on('error', () => undefined);
      patch.destroy();
    });
    await promise;
  }

  async send(uploads: readonly string[], message: string): Promise<Answer> {
    return await exchange(this.#server.url, {
      method: 'POST',
      path: `${this.#page}/send`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: uploads.map((path) => path.split('/').at(-1)), message }),
    });
  }

  async terminate(upload: string): Promise<Answer> {
    return await exchange(this.#server.url, { method: 'DELETE', path: upload, headers: version });
  }
}

function patchHeaders(offset: number): Record<string, string> {
  return {
    ...version,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
}
