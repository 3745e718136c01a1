import type { OutgoingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Writes a body to a request and ends it; stops early once `isOver` says so. */
type Send = (request: NodeJS.WritableStream, isOver: () => boolean) => Promise<void> | void;

/**
 * A body for the SDK that can only be piped into a request. Bytes themselves the SDK would hash, and a stream that
 * is read would copy them or take new memory for every piece. Once it is destroyed, nothing reads its bytes.
 */
export class RequestBody extends Readable {
  readonly #send: Send;
  #request: OutgoingMessage | undefined;

  constructor(send: Send) {
    super();
    this.#send = send;
  }

  override pipe<Request extends NodeJS.WritableStream>(request: Request): Request {
    if (isRequest(request)) this.#request = request;
    this.#start(request).catch((error: unknown) => {
      // The request fails; whoever sent it gets its failure.
      this.#request?.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    return request;
  }

  override _read(): void {
    this.destroy(new Error('This body can only be piped into a request'));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // A store may answer before it has everything: what waits to be written would still be read.
    if (this.#request?.writableFinished === false) this.#request.destroy();
    callback(error);
  }

  async #start(request: NodeJS.WritableStream): Promise<void> {
    await this.#send(request, () => this.destroyed);
  }
}

/** To ask for its class, `node:http` would have to be imported, which every start pays for. */
function isRequest(stream: NodeJS.WritableStream): stream is OutgoingMessage {
  return 'destroy' in stream && 'writableFinished' in stream;
}

/** Resolves when the system has taken the bytes. */
export function writeTo(request: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
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
