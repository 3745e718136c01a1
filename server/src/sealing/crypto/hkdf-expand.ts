import { createHmac } from 'node:crypto';

const blockBytes = 64;

/** HKDF-Expand of RFC 5869 with SHA-512. The key must be uniformly random: nothing is extracted. */
export function hkdfExpandSha512(key: Uint8Array, info: Uint8Array, length: number): Buffer {
  const blocks: Buffer[] = [];
  let previous = Buffer.alloc(0);
  for (let counter = 1; (counter - 1) * blockBytes < length; counter += 1) {
    const mac = createHmac('sha512', key).update(previous).update(info);
    previous = mac.update(Uint8Array.of(counter)).digest();
    blocks.push(previous);
  }
  return Buffer.concat(blocks).subarray(0, length);
}
