import { releaseMemory } from '../../domain/ports/release-memory.ts';

/** Enough for those who read fast; who reads slowly has its chunk opened again. */
const maxKept = 8;
/** Chunks that are read and opened at the same time. */
const maxOpening = 4;

/** Opens one chunk: its plaintext, in memory of its own. */
type OpenChunk = () => Promise<Buffer>;

/**
 * The chunks that readers without memory of their own opened last. Each such reader is handed copies of
 * a small part at a time, so that any number of them holds a few chunks together, and not one each.
 */
export class OpenedChunks {
  /** By reader: the one that was used last stands last. */
  readonly #kept = new Map<object, Buffer>();
  #opening = 0;
  readonly #waiting: (() => void)[] = [];

  /** A copy of a part of the chunk that a reader is at, and that `open` opens. */
  async copy(reader: object, open: OpenChunk, start: number, end: number): Promise<Buffer> {
    const kept = this.#kept.get(reader);
    if (kept !== undefined) {
      this.#keep(reader, kept);
      return partOf(kept, start, end);
    }
    return await this.inTurn(async () => {
      const plain = await open();
      this.#keep(reader, plain);
      return partOf(plain, start, end);
    });
  }

  /** Waits until few enough chunks are being opened. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#opening >= maxOpening) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#opening += 1;
    try {
      return await work();
    } finally {
      this.#opening -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Must be called when the reader has ended: its plaintext does not stay. */
  forget(reader: object): void {
    const plain = this.#kept.get(reader);
    this.#kept.delete(reader);
    if (plain !== undefined) releaseMemory(plain);
  }

  #keep(reader: object, plain: Buffer): void {
    this.#kept.delete(reader);
    this.#kept.set(reader, plain);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.forget(oldest);
  }
}

/**
 * In resizable memory, which the system gives and takes back by the page: small buffers of many slow readers
 * would leave the heap full of holes.
 */
function partOf(plain: Buffer, start: number, end: number): Buffer {
  const bytes = Math.min(end, plain.length) - start;
  const part = Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }));
  plain.copy(part, 0, start, end);
  return part;
}
