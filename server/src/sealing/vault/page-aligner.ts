import { pageBytes } from '../../domain/ports/blob-store.ts';

/** Splits a blob at page boundaries, so that its store can write whole pages. */
export class PageAligner {
  #rest = new Uint8Array();

  /**
   * What follows the last cut, up to where the last page ends that `sealed` fills, or to the end of
   * the last one. `sealed` must lie where `SealBuffer` put it: what is left of the buffer before is
   * put in front of it.
   */
  cut({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>, isLast: boolean): Uint8Array {
    const carried = this.#rest.length;
    const whole = new Uint8Array(buffer, byteOffset - carried, carried + byteLength);
    whole.set(this.#rest);
    const end = isLast ? whole.length : whole.length - (whole.length % pageBytes);
    this.#rest = whole.slice(end);
    return whole.subarray(0, end);
  }
}
