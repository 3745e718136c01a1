export const keyBytes = 32;

/** Every key is 256 bits; a shorter one is refused wherever one is taken. */
export function refuseWeakKey(key: Uint8Array, name: string): void {
  if (key.length !== keyBytes) throw new RangeError(`${name} must be ${keyBytes} bytes`);
}
