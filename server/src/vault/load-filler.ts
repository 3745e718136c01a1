import type { Load } from '../crypto/seal-in-place.ts';
import { chunkBytes, loadBytes, placeInLoad, plainBytesPerLoad } from '../crypto/seal-in-place.ts';
import { headerBytes } from '../crypto/sealed-format.ts';
import { pageBytes } from '../domain/blob-store.ts';

/**
 * Fills one load with plaintext as it comes. What is sealed will lie behind the memory's first page,
 * at the same place in a page as in its blob, where it begins at `position`.
 */
export class LoadFiller {
  readonly #memory: Uint8Array<ArrayBuffer>;
  #plainBytes = 0;

  constructor(memory: ArrayBuffer, position: number) {
    const headerRoom = position === 0 ? 0 : headerBytes;
    const start = pageBytes + (position % pageBytes) - headerRoom;
    this.#memory = new Uint8Array(memory, start, loadBytes);
  }

  get isFull(): boolean {
    return this.#plainBytes === plainBytesPerLoad;
  }

  /** Copies what there is room for; returns the rest. */
  fill(plaintext: Buffer): Buffer {
    let rest = plaintext;
    while (rest.length > 0 && !this.isFull) {
      const room = chunkBytes - (this.#plainBytes % chunkBytes);
      const fitting = rest.subarray(0, room);
      this.#memory.set(fitting, placeInLoad(this.#plainBytes));
      this.#plainBytes += fitting.length;
      rest = rest.subarray(fitting.length);
    }
    return rest;
  }

  load(): Omit<Load, 'isLast'> {
    return { memory: this.#memory, plainBytes: this.#plainBytes };
  }
}
