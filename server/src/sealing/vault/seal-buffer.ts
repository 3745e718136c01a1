import type { Load } from '../crypto/sealer.ts';
import { chunkBytes, loadMemoryBytes, loadPosition, placeInLoad } from '../crypto/sealer.ts';
import { headerBytes } from '../crypto/sealed-format.ts';
import { pageBytes } from '../../domain/ports/blob-store.ts';
import { capacityOf } from './buffer-pool.ts';

/**
 * Fills one load with plaintext as it comes. What is sealed will lie behind the memory's first page,
 * at the same place in a page as in its blob, where so many plain bytes precede it.
 */
export class SealBuffer {
  /** How many plain bytes the load may hold. */
  readonly capacity: number;
  readonly #precedingBytes: number;
  readonly #memory: Uint8Array<ArrayBuffer>;
  #plainBytes = 0;

  constructor(memory: ArrayBuffer, precedingBytes: number) {
    this.capacity = capacityOf(memory);
    this.#precedingBytes = precedingBytes;
    const headerRoom = precedingBytes === 0 ? 0 : headerBytes;
    const start = pageBytes + (loadPosition(precedingBytes) % pageBytes) - headerRoom;
    this.#memory = new Uint8Array(memory, start, loadMemoryBytes(this.capacity));
  }

  get isFull(): boolean {
    return this.#plainBytes === this.capacity;
  }

  /** Copies what there is room for; returns the rest. */
  fill(plaintext: Buffer): Buffer {
    let rest = plaintext;
    while (rest.length > 0 && !this.isFull) {
      const place = placeInLoad(this.#precedingBytes, this.#plainBytes);
      const chunkRoom = chunkBytes - ((this.#precedingBytes + this.#plainBytes) % chunkBytes);
      const fitting = rest.subarray(0, Math.min(chunkRoom, this.capacity - this.#plainBytes));
      this.#memory.set(fitting, place);
      this.#plainBytes += fitting.length;
      rest = rest.subarray(fitting.length);
    }
    return rest;
  }

  load(): Omit<Load, 'isLast'> {
    return { memory: this.#memory, plainBytes: this.#plainBytes };
  }
}
