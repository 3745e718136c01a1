/** The same bytes as a Buffer, without copying them: drivers hand out either kind. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
