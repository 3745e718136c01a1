import { loadBytes } from '../crypto/seal-in-place.ts';
import { pageBytes } from '../domain/blob-store.ts';

/** A page in which the room for a header may lie, and one for what is left of the load before. */
const memoryBytes = 2 * pageBytes + loadBytes;
/** As much as a few small files at a time need; more would be held for nothing. */
const maxSpare = 8;

/**
 * Memory for loads. What comes back is lent again: taking a megabyte from the system for each small
 * file costs more than sealing it. Only memory whose plaintext was sealed over may come back.
 */
export class LoadMemory {
  readonly #spare: ArrayBuffer[] = [];

  /** Memory that begins at a page, as that of any resizable buffer does: see `BlobWriter.write`. */
  take(): ArrayBuffer {
    return this.#spare.pop() ?? new ArrayBuffer(memoryBytes, { maxByteLength: memoryBytes });
  }

  giveBack(memory: ArrayBuffer): void {
    if (this.#spare.length < maxSpare) this.#spare.push(memory);
    else memory.transferToFixedLength(0);
  }
}
