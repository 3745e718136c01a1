import { releaseMemory } from '../domain/release-memory.ts';

/**
 * The same bytes in pieces of `size`, the last one of what is left. A group that lies within one
 * piece is handed on as it is, and is good until the next one is asked for; any other is copied once.
 */
export async function* regroup(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let missing = size;
  for await (const piece of pieces) {
    let rest = piece;
    while (rest.length >= missing) {
      parts.push(rest.subarray(0, missing));
      rest = rest.subarray(missing);
      yield join(parts);
      parts = [];
      missing = size;
    }
    if (rest.length > 0) {
      parts.push(Uint8Array.from(rest));
      missing -= rest.length;
    }
    releaseMemory(piece);
  }
  if (parts.length > 0) yield join(parts);
}

function join(parts: readonly Uint8Array[]): Buffer {
  const [first] = parts;
  if (first === undefined || parts.length > 1) return Buffer.concat(parts);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}
