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

export interface SealerOptions extends SegmentContext {
  /** 24 bytes, fresh for every sealer. */
  salt: Buffer;
  chunkSizeLog2?: number;
}

export interface Sealer {
  /** The first bytes of the segment. */
  readonly header: Buffer;
  /** The next sealed pieces. `plain` may be changed as soon as this returns. */
  update(plain: Uint8Array): Buffer[];
  /** The rest, with the closing chunk. Nothing may follow. */
  final(): Buffer[];
}

/** Seals one segment as its bytes arrive; nothing is held back to fill a chunk. */
export function createSealer(options: SealerOptions): Sealer {
  const chunkSizeLog2 = options.chunkSizeLog2 ?? defaultChunkSizeLog2;
  const chunkBytes = 2 ** chunkSizeLog2;
  const prefix = encodePrefix(chunkSizeLog2);
  const { key, baseNonce, commitment } = deriveSegmentKeys(options, prefix, options.salt);
  let index = 0;
  let room = chunkBytes;
  let cipher = startChunk();
  let ended = false;

  function startChunk(): CipherGCM {
    const nonce = chunkNonce(baseNonce, index);
    return createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  }

  function closeChunk(): Buffer {
    cipher.final();
    return cipher.getAuthTag();
  }

  function refuseEnded(): void {
    if (ended) throw new Error('This sealer has ended');
  }

  return {
    header: Buffer.concat([prefix, options.salt, commitment]),

    update(plain) {
      refuseEnded();
      const pieces: Buffer[] = [];
      for (let taken = 0; taken < plain.length;) {
        const slice = plain.subarray(taken, taken + room);
        pieces.push(cipher.update(slice));
        taken += slice.length;
        room -= slice.length;
        if (room === 0) {
          pieces.push(closeChunk());
          index += 1;
          room = chunkBytes;
          cipher = startChunk();
        }
      }
      return pieces;
    },

    final() {
      refuseEnded();
      ended = true;
      return [closeChunk()];
    },
  };
}

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

export type InPlaceSealerOptions = Omit<SealerOptions, 'chunkSizeLog2'>;

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
  const sealer = createSealer(options);
  let isFirst = true;
  let precedingBytes = 0;

  return ({ memory, plainBytes, isLast }) => {
    const start = isFirst ? 0 : headerBytes;
    if (isFirst) memory.set(sealer.header);
    isFirst = false;
    let end = headerBytes;
    function put(pieces: readonly Buffer[]): void {
      for (const piece of pieces) {
        memory.set(piece, end);
        end += piece.length;
      }
    }
    for (let position = 0; position < plainBytes; position += cipherStepBytes) {
      const place = offsetInBuffer(precedingBytes, position);
      const plain = memory.subarray(
        place,
        place + Math.min(cipherStepBytes, plainBytes - position),
      );
      hash?.update(plain);
      const pieces = sealer.update(plain);
      put(pieces);
      pieces.forEach(releaseMemory);
    }
    precedingBytes += plainBytes;
    if (isLast) put(sealer.final());
    const ended = isLast ? hash : undefined;
    const sealed = memory.subarray(start, end);
    return { sealed, sha256: ended?.digest(), hashState: ended?.save() };
  };
}
