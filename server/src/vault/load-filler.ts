import type { Load } from '../crypto/seal-in-place.ts';
import { chunkBytes, placeInLoad, plainBytesPerLoad } from '../crypto/seal-in-place.ts';

/** Fills one load with plaintext as it comes. */
export class LoadFiller {
  readonly #memory: Buffer<ArrayBuffer>;
  #plainBytes = 0;

  constructor(memory: ArrayBuffer) {
    this.#memory = Buffer.from(memory);
  }

  get isFull(): boolean {
    return this.#plainBytes === plainBytesPerLoad;
  }

  /** Copies what there is room for; returns the rest. */
  fill(plaintext: Buffer): Buffer {
    let rest = plaintext;
    while (rest.length > 0 && !this.isFull) {
      const room = chunkBytes - (this.#plainBytes % chunkBytes);
      const copied = rest.copy(this.#memory, placeInLoad(this.#plainBytes), 0, room);
      this.#plainBytes += copied;
      rest = rest.subarray(copied);
    }
    return rest;
  }

  load(isLast: boolean): Load {
    return { memory: this.#memory, plainBytes: this.#plainBytes, isLast };
  }
}
