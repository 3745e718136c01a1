import { createDecipheriv, timingSafeEqual } from 'node:crypto';

import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import {
  IntegrityError,
  cipherStepBytes,
  chunkNonce,
  deriveSegmentKeys,
  parseHeader,
  sealedChunkSize,
  tagBytes,
} from './sealed-format.ts';
import type { SegmentContext } from './sealed-format.ts';

export interface OpenerOptions extends SegmentContext {
  header: Buffer;
}

export interface Opener {
  readonly chunkSizeLog2: number;
  /**
   * The plaintext of a chunk with its tag; throws an IntegrityError rather than return an unverified byte.
   * `isLast` says that the chunk closes the file: only that one must be short. The plaintext is written to
   * `target`, which may begin where `sealed` does, or before it.
   */
  openChunk(index: number, sealed: Buffer, isLast: boolean, target?: Buffer): Buffer;
}

/** Opens one segment's chunks, in any order. Throws an IntegrityError when the header does not match. */
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

/** Consecutive chunks, as they are in the sealed file. */
export interface SealedRun {
  firstIndex: number;
  sealed: Buffer<ArrayBuffer>;
  /** Whether the last of them closes the file. */
  isLast: boolean;
}

export interface OpenedRun {
  /** The plaintext up to the first chunk that failed verification: a view of the run's memory. */
  plain: Buffer<ArrayBuffer>;
  /** Why it is incomplete. */
  damage: IntegrityError | undefined;
}

/** Opens chunk by chunk, in place: each plaintext overwrites its ciphertext once the tag is verified. */
export function openRun(opener: Opener, { firstIndex, sealed, isLast }: SealedRun): OpenedRun {
  const step = sealedChunkSize(opener.chunkSizeLog2);
  let plainBytes = 0;
  let damage: IntegrityError | undefined;
  try {
    for (let at = 0, index = firstIndex; at < sealed.length; at += step, index += 1) {
      const closes = isLast && at + step >= sealed.length;
      const chunk = sealed.subarray(at, at + step);
      plainBytes += opener.openChunk(index, chunk, closes, sealed.subarray(plainBytes)).length;
    }
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    damage = error;
  }
  return { plain: sealed.subarray(0, plainBytes), damage };
}
