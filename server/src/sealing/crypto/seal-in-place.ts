import type { Hash } from 'node:crypto';

import { releaseMemory } from '../../domain/ports/release-memory.ts';
import { cipherStepBytes } from './cipher-step.ts';
import { defaultChunkSizeLog2, headerBytes, tagBytes } from './sealed-format.ts';
import type { SealerOptions } from './sealer.ts';
import { createSealer } from './sealer.ts';

export const chunkBytes = 2 ** defaultChunkSizeLog2;
/** Larger loads cost less each, up to about a megabyte. */
export const largeLoadBytes = 4 * chunkBytes;
/** As much as the cipher takes at a time: where memory is short, no load is larger. */
export const smallLoadBytes = cipherStepBytes;

/**
 * The next bytes of a segment, spread out so that they can be sealed where they lie: the header's
 * room, which counts in the first load alone, then plaintext, with room for a tag wherever a chunk
 * of the segment ends. Every load but the last holds a multiple of `smallLoadBytes`. Memory is a plain
 * array of bytes: a Buffer on resizable memory is slow to make and to use.
 */
export interface Load {
  memory: Uint8Array<ArrayBuffer>;
  plainBytes: number;
  isLast: boolean;
}

export interface SealedLoad {
  /** A view of the load's memory. */
  sealed: Uint8Array<ArrayBuffer>;
  /** What the hash has come to; comes with the last load, where there is a hash. */
  sha256: Buffer | undefined;
}

export type PlaceSealerOptions = Omit<SealerOptions, 'chunkSizeLog2'>;

export type PlaceSealer = (load: Load) => SealedLoad;

/** How much memory any load of so many plain bytes needs: with the header, and a tag for each chunk that it is part of. */
export function loadMemoryBytes(plainBytes: number): number {
  const mostChunks = Math.ceil(plainBytes / chunkBytes) + 1;
  return headerBytes + plainBytes + mostChunks * tagBytes;
}

/** Where in its segment a load begins, once sealed, that so many plain bytes precede. */
export function loadPosition(precedingBytes: number): number {
  return precedingBytes === 0 ? 0 : headerBytes + precedingBytes + tagsBefore(precedingBytes);
}

/** Where in a load's memory the plaintext at `position` lies, if `precedingBytes` precede the load. */
export function placeInLoad(precedingBytes: number, position: number): number {
  const tags = tagsBefore(precedingBytes + position) - tagsBefore(precedingBytes);
  return headerBytes + position + tags;
}

function tagsBefore(plainBytes: number): number {
  return Math.floor(plainBytes / chunkBytes) * tagBytes;
}

/**
 * Seals a segment load by load, in order: ciphertext and tags take the place of the plaintext. The
 * hash goes on over the plaintext, and may go on over another segment's afterwards.
 */
export function createPlaceSealer(options: PlaceSealerOptions, hash?: Hash): PlaceSealer {
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
      const place = placeInLoad(precedingBytes, position);
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
    const sha256 = isLast ? hash?.copy().digest() : undefined;
    return { sealed: memory.subarray(start, end), sha256 };
  };
}
