const soleViews = new WeakSet<Uint8Array>();

/** Says that nothing else uses the memory in which `view` lies, though it does not fill it. */
export function soleView<View extends Uint8Array>(view: View): View {
  soleViews.add(view);
  return view;
}

/**
 * Gives a buffer's memory back at once. Left to the garbage collector, the buffers of a fast
 * transfer pile up to a hundred megabytes before it looks at them. The buffer is empty afterwards;
 * one that may share its memory with others is left alone.
 */
export function releaseMemory(view: Uint8Array): void {
  const { buffer, byteLength } = view;
  if (!(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength === byteLength || soleViews.has(view)) buffer.transfer(0);
}

/** Bytes as they come in. What came together is handed on together: each handing on costs more than a copy. */
export type IncomingContent = AsyncIterable<readonly Buffer[]>;

export function totalLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}
