/** A part of a budget. Must be released once it is not needed; releasing it twice does nothing. */
export interface Lease {
  release(): void;
}

/** A number of bytes that many users share. Nobody waits for a part: it is there, or it is not. */
export class ByteBudget {
  readonly totalBytes: number;
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  /** Undefined where so many bytes are not free, or where fewer than `spareBytes` would be left. */
  take(bytes: number, spareBytes = 0): Lease | undefined {
    if (this.#freeBytes - bytes < spareBytes) return undefined;
    this.#freeBytes -= bytes;
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#freeBytes += bytes;
      },
    };
  }
}
