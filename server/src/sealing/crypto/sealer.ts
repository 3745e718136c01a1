import type { CipherGCM } from 'node:crypto';
import { createCipheriv } from 'node:crypto';

import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import type { PlainHash } from './plain-hash.ts';
import {
  cipherStepBytes,
  chunkNonce,
  defaultChunkSizeLog2,
  deriveSegmentKeys,
  encodePrefix,
  headerBytes,
  tagBytes,
} from './sealed-format.ts';
import type { SegmentContext } from './sealed-format.ts';

export const chunkBytes = 2 ** defaultChunkSizeLog2;
/** The cost per byte falls with the size of a buffer, up to about a megabyte. */
export const largeBufferBytes = 4 * chunkBytes;
/** One call to the cipher. Where memory is limited, no buffer is larger. */
export const smallBufferBytes = cipherStepBytes;

/**
 * The next plaintext of a segment, laid out so that it can be sealed in place: space for the header (used
 * in the first buffer only), then plaintext, with space for a tag wherever a chunk of the segment ends.
 * Every buffer but the last has a multiple of `smallBufferBytes`. The memory is a Uint8Array, because a
 * Buffer on resizable memory is slow to create and to use.
 */
export interface FilledBuffer {
  memory: Uint8Array<ArrayBuffer>;
  plainBytes: number;
  isLast: boolean;
}

export interface SealedBuffer {
  /** A view of the buffer's memory. */
  sealed: Uint8Array<ArrayBuffer>;
  /** The digest. Set with the last buffer, if there is a hash. */
  sha256: Buffer | undefined;
  /** What continues the hash in any process. Set with the last buffer, if the hash can be saved. */
  hashState: Buffer | undefined;
}

export interface InPlaceSealerOptions extends SegmentContext {
  /** 24 bytes, fresh for every sealer. */
  salt: Buffer;
}

export type InPlaceSealer = (buffer: FilledBuffer) => SealedBuffer;

/**
 * The memory that a buffer of `plainBytes` needs at most: the header, and a tag for each chunk it touches.
 */
export function bufferMemoryBytes(plainBytes: number): number {
  const mostChunks = Math.ceil(plainBytes / chunkBytes) + 1;
  return headerBytes + plainBytes + mostChunks * tagBytes;
}

/** The offset of a sealed buffer in its segment, after `precedingBytes` of plaintext. */
export function bufferPosition(precedingBytes: number): number {
  return precedingBytes === 0 ? 0 : headerBytes + precedingBytes + tagsBefore(precedingBytes);
}

/**
 * The offset in a buffer's memory of the plaintext at `position`, after `precedingBytes` in earlier
 * buffers.
 */
export function offsetInBuffer(precedingBytes: number, position: number): number {
  const tags = tagsBefore(precedingBytes + position) - tagsBefore(precedingBytes);
  return headerBytes + position + tags;
}

function tagsBefore(plainBytes: number): number {
  return Math.floor(plainBytes / chunkBytes) * tagBytes;
}

/**
 * Seals a segment buffer by buffer, in order: ciphertext and tags replace the plaintext. The hash continues
 * over the plaintext, and may continue over another segment's afterwards.
 */
export function createInPlaceSealer(
  options: InPlaceSealerOptions,
  hash?: PlainHash,
): InPlaceSealer {
  const prefix = encodePrefix(defaultChunkSizeLog2);
  const { key, baseNonce, commitment } = deriveSegmentKeys(options, prefix, options.salt);
  let start = 0;
  let sealedBytes = 0;
  let cipher = startChunk();

  function startChunk(): CipherGCM {
    const nonce = chunkNonce(baseNonce, sealedBytes / chunkBytes);
    return createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  }

  return ({ memory, plainBytes, isLast }) => {
    let end = headerBytes;
    function put(piece: Buffer): void {
      memory.set(piece, end);
      end += piece.length;
      releaseMemory(piece);
    }
    function closeChunk(): void {
      cipher.final();
      put(cipher.getAuthTag());
    }

    if (start === 0) memory.set(Buffer.concat([prefix, options.salt, commitment]));
    for (let left = plainBytes; left > 0; left -= cipherStepBytes) {
      const plain = memory.subarray(end, end + Math.min(cipherStepBytes, left));
      hash?.update(plain);
      put(cipher.update(plain));
      sealedBytes += plain.length;
      if (sealedBytes % chunkBytes > 0) continue;
      closeChunk();
      cipher = startChunk();
    }
    if (isLast) closeChunk();
    const sealed = memory.subarray(start, end);
    start = headerBytes;
    const ended = isLast ? hash : undefined;
    return { sealed, sha256: ended?.digest(), hashState: ended?.save() };
  };
}
