import type { Readable } from 'node:stream';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';

/**
 * The bytes of one range in pieces of a given size, the last one with the rest. Each piece has its own memory,
 * which belongs to the consumer. Several bodies may bring the bytes, each from where the one before it broke off.
 */
export class BodyPieces {
  readonly #pieceBytes: number;
  #missingBytes: number;
  #piece = Buffer.alloc(0);
  #filled = 0;
  readonly #ready: Buffer[] = [];

  constructor(pieceBytes: number, rangeBytes: number) {
    this.#pieceBytes = pieceBytes;
    this.#missingBytes = rangeBytes;
  }

  /** The part of the range that has not come yet: its end. */
  get missingBytes(): number {
    return this.#missingBytes;
  }

  /**
   * The pieces that this body completes. Throws where the body fails; what came before is kept for the next one.
   * It is read by events: its iterator would stop the connection and run promises for every read of the socket.
   */
  async *fillFrom(body: Readable): AsyncGenerator<Buffer> {
    const state = { hasEnded: false, failure: undefined as Error | undefined };
    let wake: (() => void) | undefined;
    const take = (bytes: Buffer): void => {
      this.#add(bytes);
      if (this.#ready.length === 0) return;
      body.pause();
      wake?.();
    };
    function fail(error: Error): void {
      state.failure = error;
      wake?.();
    }
    function end(): void {
      state.hasEnded = true;
      wake?.();
    }
    body.on('data', take).once('error', fail).once('end', end).once('close', end);
    for (;;) {
      yield* this.#ready.splice(0);
      if (state.failure !== undefined) throw state.failure;
      if (state.hasEnded) return;
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      body.resume();
      await more;
    }
  }

  #add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && this.#missingBytes > 0;) {
      if (this.#filled === 0) {
        this.#piece = Buffer.allocUnsafeSlow(Math.min(this.#pieceBytes, this.#missingBytes));
      }
      const copied = bytes.copy(this.#piece, this.#filled, at);
      at += copied;
      this.#filled += copied;
      this.#missingBytes -= copied;
      if (this.#filled < this.#piece.length) continue;
      this.#ready.push(this.#piece);
      this.#filled = 0;
    }
    releaseMemory(bytes);
  }
}
