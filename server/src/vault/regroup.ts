import { releaseMemory } from '../domain/release-memory.ts';

/**
 * The same bytes in pieces of `size`, the last one of what is left. Each has memory of its own, which
 * is the taker's; a piece of the right size is handed on as it is, any other is copied once.
 */
export async function* regroup(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let group = Buffer.alloc(0);
  let filled = 0;
  for await (const piece of pieces) {
    if (filled === 0 && piece.length === size && ownsItsMemory(piece)) {
      yield Buffer.from(piece.buffer);
      continue;
    }
    for (let taken = 0; taken < piece.length;) {
      if (filled === 0) group = Buffer.allocUnsafeSlow(size);
      const copied = Math.min(size - filled, piece.length - taken);
      group.set(piece.subarray(taken, taken + copied), filled);
      taken += copied;
      filled += copied;
      if (filled < size) continue;
      yield group;
      filled = 0;
    }
    releaseMemory(piece);
  }
  if (filled > 0) yield Buffer.from(group.buffer, 0, filled);
}

function ownsItsMemory(piece: Uint8Array): piece is Uint8Array<ArrayBuffer> {
  return piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length;
}
