import { createDecipheriv, timingSafeEqual } from 'node:crypto';

import { releaseMemory } from '../../domain/ports/release-memory.ts';
import { cipherStepBytes } from './cipher-step.ts';
import { IntegrityError } from './integrity-error.ts';
import { parseHeader, sealedChunkSize, tagBytes } from './sealed-format.ts';
import type { SegmentContext } from './segment-keys.ts';
import { chunkNonce, deriveSegmentKeys } from './segment-keys.ts';

export interface OpenerOptions extends SegmentContext {
  header: Buffer;
}

export interface Opener {
  readonly chunkSizeLog2: number;
  /**
   * The plaintext of a chunk with its tag; throws an IntegrityError rather than return a byte that
   * was not checked. `isLast` says that the chunk closes the file: it alone must be short. The
   * plaintext is put into `target`, which may begin where `sealed` does, or before it.
   */
  openChunk(index: number, sealed: Buffer, isLast: boolean, target?: Buffer): Buffer;
}

/** Opens one segment's chunks, in any order. Throws an IntegrityError when the header does not fit. */
export function createOpener(options: OpenerOptions): Opener {
  const { prefix, salt, commitment, chunkSizeLog2 } = parseHeader(options.header);
  const keys = deriveSegmentKeys(options, prefix, salt);
  if (!timingSafeEqual(keys.commitment, commitment)) {
    throw new IntegrityError('The header does not belong to this key and this file');
  }
  const fullBytes = sealedChunkSize(chunkSizeLog2);

  return {
    chunkSizeLog2,

    openChunk(index, sealed, isLast, target = Buffer.allocUnsafeSlow(sealed.length)) {
      const fits = isLast
        ? sealed.length >= tagBytes && sealed.length < fullBytes
        : sealed.length === fullBytes;
      if (!fits) throw new IntegrityError(`Chunk ${index} has a length that it cannot have`);
      const nonce = chunkNonce(keys.baseNonce, index);
      const decipher = createDecipheriv('aes-256-gcm', keys.key, nonce, {
        authTagLength: tagBytes,
      });
      const tagStart = sealed.length - tagBytes;
      decipher.setAuthTag(sealed.subarray(tagStart));
      for (let at = 0; at < tagStart; at += cipherStepBytes) {
        const plain = decipher.update(
          sealed.subarray(at, Math.min(at + cipherStepBytes, tagStart)),
        );
        plain.copy(target, at);
        releaseMemory(plain);
      }
      try {
        decipher.final();
      } catch (error) {
        throw new IntegrityError(`Chunk ${index} was changed`, error);
      }
      return target.subarray(0, tagStart);
    },
  };
}
