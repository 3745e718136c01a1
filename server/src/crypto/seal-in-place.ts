import type { Hash } from 'node:crypto';

import { releaseMemory } from '../domain/release-memory.ts';
import { cipherStepBytes } from './cipher-step.ts';
import {
  defaultChunkSizeLog2,
  headerBytes,
  sealedChunkOffset,
  sealedChunkSize,
  tagBytes,
} from './sealed-format.ts';
import type { SealerOptions } from './sealer.ts';
import { createSealer } from './sealer.ts';

export const chunkBytes = 2 ** defaultChunkSizeLog2;
/** Larger pieces cost less each, up to about a megabyte. */
const chunksPerLoad = 4;
/** Memory for any load: the header, and chunks with their tags. */
export const loadBytes = headerBytes + chunksPerLoad * sealedChunkSize(defaultChunkSizeLog2);
export const plainBytesPerLoad = chunksPerLoad * chunkBytes;

/**
 * The next bytes of a segment, spread out so that they can be sealed where they lie: the header's
 * room, which counts in the first load alone, then chunks, each with room for its tag behind it. Every load
 * but the last is full. Memory is a plain array of bytes: a Buffer on resizable memory is slow to make
 * and to use.
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

/** Where in its segment the load with this number begins, once sealed. */
export function loadPosition(number: number): number {
  return number === 0 ? 0 : sealedChunkOffset(number * chunksPerLoad, defaultChunkSizeLog2);
}

/** Where in a load's memory the plaintext at `position` lies. */
export function placeInLoad(position: number): number {
  return headerBytes + position + Math.floor(position / chunkBytes) * tagBytes;
}

/**
 * Seals a segment load by load, in order: ciphertext and tags take the place of the plaintext. The
 * hash goes on over the plaintext, and may go on over another segment's afterwards.
 */
export function createPlaceSealer(options: PlaceSealerOptions, hash?: Hash): PlaceSealer {
  const sealer = createSealer(options);
  let isFirst = true;

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
      const place = placeInLoad(position);
      const plain = memory.subarray(
        place,
        place + Math.min(cipherStepBytes, plainBytes - position),
      );
      hash?.update(plain);
      const pieces = sealer.update(plain);
      put(pieces);
      pieces.forEach(releaseMemory);
    }
    if (isLast) put(sealer.final());
    const sha256 = isLast ? hash?.copy().digest() : undefined;
    return { sealed: memory.subarray(start, end), sha256 };
  };
}
