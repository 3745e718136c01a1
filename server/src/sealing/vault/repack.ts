import { releaseMemory } from '../../domain/ports/release-memory.ts';

/**
 * The same bytes, `total` of them, in pieces of `size`, the last one of what is left. Each has memory
 * of its own, which is the taker's; a piece of the right size is handed on as it is, any other is
 * copied once. Where fewer bytes come, what came is handed on.
 */
export async function* repack(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  total: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let left = total;
  let group = Buffer.alloc(0);
  let filled = 0;
  for await (const piece of pieces) {
    if (piece.length > left - filled) throw new Error('More bytes came than were asked for');
    if (piece.length === Math.min(size, left) && filled === 0 && ownsItsMemory(piece)) {
      left -= piece.length;
      yield Buffer.from(piece.buffer);
      continue;
    }
    for (let taken = 0; taken < piece.length;) {
      if (filled === 0) group = Buffer.allocUnsafeSlow(Math.min(size, left));
      const copied = Math.min(group.length - filled, piece.length - taken);
      group.set(piece.subarray(taken, taken + copied), filled);
      taken += copied;
      filled += copied;
      if (filled < group.length) continue;
      left -= filled;
      filled = 0;
      yield group;
    }
    releaseMemory(piece);
  }
  if (filled > 0) yield Buffer.from(group.buffer, 0, filled);
}

export function ownsItsMemory(piece: Uint8Array): piece is Uint8Array<ArrayBuffer> {
  return piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length;
}
