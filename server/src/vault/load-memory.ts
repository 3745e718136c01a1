import { loadBytes } from '../crypto/seal-in-place.ts';

/** As much as a few small files at a time need; more would be held for nothing. */
const maxSpare = 8;

/**
 * Memory for loads. What comes back is lent again: taking a megabyte from the system for each small
 * file costs more than sealing it. Only memory whose plaintext was sealed over may come back.
 */
export class LoadMemory {
  readonly #spare: ArrayBuffer[] = [];

  take(): ArrayBuffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(loadBytes).buffer;
  }

  giveBack(memory: ArrayBuffer): void {
    if (this.#spare.length < maxSpare) this.#spare.push(memory);
    else memory.transfer(0);
  }
}
