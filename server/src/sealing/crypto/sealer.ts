import type { CipherGCM } from 'node:crypto';
import { createCipheriv } from 'node:crypto';

import { defaultChunkSizeLog2, encodePrefix, tagBytes } from './sealed-format.ts';
import type { SegmentContext } from './segment-keys.ts';
import { chunkNonce, deriveSegmentKeys } from './segment-keys.ts';

export interface SealerOptions extends SegmentContext {
  /** 24 bytes, fresh for every sealer. */
  salt: Buffer;
  chunkSizeLog2?: number;
}

export interface Sealer {
  /** What stands before everything else in the segment. */
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
