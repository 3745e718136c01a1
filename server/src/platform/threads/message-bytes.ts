/** The same memory as a Buffer: a message does not keep that it was one. */
export function asBuffer({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A copy in memory of its own, so that nothing that lies beside the bytes goes along with them. */
export function ownCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
