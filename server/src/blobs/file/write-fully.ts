import type { FileHandle } from 'node:fs/promises';

/** Writes all pieces from `position` on, going on where the system took only a part of them. */
export async function writeFully(
  file: Pick<FileHandle, 'writev'>,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let rest = dropBytes(pieces, 0);
  let written = 0;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, position + written);
    if (bytesWritten === 0) throw new Error('The system took no bytes and gave no reason');
    written += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let left = count;
  for (const piece of pieces) {
    const dropped = Math.min(left, piece.length);
    if (dropped < piece.length) rest.push(piece.subarray(dropped));
    left -= dropped;
  }
  return rest;
}
