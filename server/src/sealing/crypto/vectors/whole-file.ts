import { createCipheriv } from 'node:crypto';
import { createOpener } from '../opener.ts';
import type { SegmentContext } from '../sealed-format.ts';
import {
  chunkNonce,
  defaultChunkSizeLog2,
  deriveSegmentKeys,
  encodePrefix,
  headerBytes,
  sealedChunkSize,
} from '../sealed-format.ts';

interface Sealing extends SegmentContext {
  salt: Buffer;
  chunkSizeLog2?: number;
}

/** Seals a plaintext that is small enough for memory, as the format says: what a sealer gives is compared with it. */
export function sealWhole(
  { salt, chunkSizeLog2 = defaultChunkSizeLog2, ...context }: Sealing,
  plain: Buffer,
): Buffer {
  const prefix = encodePrefix(chunkSizeLog2);
  const { key, baseNonce, commitment } = deriveSegmentKeys(context, prefix, salt);
  const sealed = [prefix, salt, commitment];
  for (let index = 0; index <= plain.length / 2 ** chunkSizeLog2; index += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, chunkNonce(baseNonce, index));
    const chunk = plain.subarray(index * 2 ** chunkSizeLog2, (index + 1) * 2 ** chunkSizeLog2);
    sealed.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(sealed);
}

/** Opens a sealed file from its bytes and its context alone. */
export function openWhole(context: SegmentContext, sealed: Buffer): Buffer {
  const opener = createOpener({ ...context, header: sealed.subarray(0, headerBytes) });
  const body = sealed.subarray(headerBytes);
  const size = sealedChunkSize(opener.chunkSizeLog2);
  const final = Math.floor(body.length / size);
  const plain: Buffer[] = [];
  for (let index = 0; index <= final; index += 1) {
    const chunk = body.subarray(index * size, (index + 1) * size);
    plain.push(opener.openChunk(index, chunk, index === final));
  }
  return Buffer.concat(plain);
}
