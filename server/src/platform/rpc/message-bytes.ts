/** The same memory as a Buffer: a message does not preserve that type. */
export function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A copy in its own memory, so that neighbouring bytes are not sent along. */
export function ownCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}

/** The value as a message: with each Buffer copied into its own memory. */
export function toMessage(value: unknown): unknown {
  return mapBytes(value, ownCopy);
}

/** The value that `toMessage` was given, after it was cloned: with Buffers. */
export function fromMessage(message: unknown): unknown {
  return mapBytes(message, (bytes) => asBuffer(bytes as Uint8Array<ArrayBuffer>));
}

function mapBytes(value: unknown, map: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return map(value);
  if (Array.isArray(value)) return value.map((each) => mapBytes(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapBytes(each, map)]),
  );
}
