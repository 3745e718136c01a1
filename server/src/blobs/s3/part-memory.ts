import type { PartPlace } from './part-place.ts';
import { RequestBody, writeTo } from './request-body.ts';

/** Spare memory is freed when none was taken or returned for this long. */
const idleMs = 5_000;
/** TLS encrypts as much as it is given, into memory of its own, while nothing else is done. */
const pieceBytes = 4 * 1024 ** 2;

/**
 * Memory for a few parts, which all uploads of a process share. `take` never waits: there is memory, or there is
 * not. What was returned is used again, because the system clears new memory, which costs more than to fill it
 * (decision 0065).
 */
export class PartMemory {
  readonly #partBytes: number;
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];
  #freeParts: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: number, partBytes: number) {
    this.#freeParts = parts;
    this.#partBytes = partBytes;
  }

  get freeParts(): number {
    return this.#freeParts;
  }

  /** For a part of so many bytes; undefined where there is no memory left for it. */
  take(bytes: number): PartPlace | undefined {
    if (this.#freeParts === 0 || bytes > this.#partBytes) return undefined;
    this.#freeParts -= 1;
    const memory = this.#spare.pop() ?? new Uint8Array(this.#partBytes);
    return {
      write(pieces, position) {
        let end = position;
        for (const piece of pieces) {
          memory.set(piece, end);
          end += piece.length;
        }
        return Promise.resolve();
      },
      read: (sizeBytes) =>
        new RequestBody((request, isOver) => send(memory.subarray(0, sizeBytes), request, isOver)),
      release: () => {
        this.#keep(memory);
      },
    };
  }

  #keep(memory: Uint8Array<ArrayBuffer>): void {
    this.#freeParts += 1;
    this.#spare.push(memory);
    this.#idle ??= setTimeout(() => {
      this.#idle = undefined;
      for (const { buffer } of this.#spare.splice(0)) buffer.transferToFixedLength(0);
    }, idleMs).unref();
    this.#idle.refresh();
  }
}

async function send(
  part: Uint8Array,
  request: NodeJS.WritableStream,
  isOver: () => boolean,
): Promise<void> {
  for (let start = 0; start < part.length && !isOver(); start += pieceBytes) {
    await writeTo(request, part.subarray(start, start + pieceBytes));
  }
  if (!isOver()) request.end();
}
