/** Bytes as they come in. What came together is handed on together: each handing on costs more than a copy. */
export type IncomingContent = AsyncIterable<readonly Buffer[]>;

export function totalLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}
