/**
 * Gives a buffer's memory back at once. Left to the garbage collector, the buffers of a fast
 * transfer pile up to a hundred megabytes before it looks at them. The buffer is empty afterwards;
 * one that shares its memory with others is left alone.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
