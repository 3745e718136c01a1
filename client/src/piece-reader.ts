import type { Sha256 } from './sha256.ts';

/** Reads a source in pieces of the wanted size, and hashes what it has read. */
export function createPieceReader(source: AsyncIterable<Uint8Array>, hash: Sha256) {
  const iterator: AsyncIterator<Uint8Array, unknown> = source[Symbol.asyncIterator]();
  let rest = new Uint8Array();
  let read = 0;

  async function next(): Promise<Uint8Array | undefined> {
    if (rest.length > 0) return rest;
    const { done, value } = await iterator.next();
    return done === true ? undefined : value;
  }

  /** The next bytes: so many, or fewer where the source ends. */
  async function take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const piece = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const found = await next();
      if (found === undefined) break;
      const part = found.subarray(0, length - filled);
      piece.set(part, filled);
      filled += part.length;
      rest = new Uint8Array(
        found.buffer as ArrayBuffer,
        found.byteOffset,
        found.byteLength,
      ).subarray(part.length);
    }
    const taken = piece.subarray(0, filled);
    hash.update(taken);
    read += filled;
    return taken;
  }

  return {
    take,
    /** How many bytes were read. */
    position: () => read,
    /** Reads over what is not wanted. */
    async skip(length: number): Promise<void> {
      const end = read + length;
      while (read < end) {
        const { length: taken } = await take(Math.min(end - read, 2 ** 20));
        if (taken === 0) return;
      }
    },
    /** Of all that was read. */
    digest: () => hash.copy().digest(),
    async end(): Promise<void> {
      await iterator.return?.();
    },
  };
}
