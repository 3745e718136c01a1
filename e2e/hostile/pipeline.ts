import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { once } from 'node:events';
import { usualPatienceMs } from '../harness/patience.ts';

/** One connection on which requests are sent without waiting for the answers to those before. */
export class Pipeline {
  readonly #socket: Socket;
  #received = '';
  #statuses: number[] = [];
  #wake: (() => void) | undefined;
  #ended: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(usualPatienceMs, () =>
      socket.destroy(new Error('The server answers no more')),
    );
    socket.on('data', (piece) => {
      this.#read(piece.toString('latin1'));
    });
    socket.on('error', (error) => {
      this.#end(error);
    });
    socket.on('close', () => {
      this.#end(new Error('The server hung up'));
    });
  }

  static async open(origin: string): Promise<Pipeline> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Pipeline(socket);
  }

  /** The statuses of the answers, in the order of the requests. */
  async send(requests: readonly string[]): Promise<number[]> {
    this.#socket.write(requests.join(''), 'latin1');
    while (this.#statuses.length < requests.length) {
      if (this.#ended !== undefined) throw this.#ended;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#statuses.splice(0, requests.length);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Answers here always have a Content-Length. */
  #read(text: string): void {
    this.#received += text;
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd < 0) break;
      const head = this.#received.slice(0, headEnd);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      const end = headEnd + 4 + length;
      if (this.#received.length < end) break;
      this.#statuses.push(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]));
      this.#received = this.#received.slice(end);
    }
    this.#wake?.();
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    this.#wake?.();
  }
}
