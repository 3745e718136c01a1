import { createHash } from 'node:crypto';

import { createPlaceSealer } from '../crypto/sealer.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { SmallBlobs } from '../../domain/ports/small-blob.ts';

/** Seals in the thread that asks, and stores as anything else is stored. */
export function createInlineSmallBlobs(blobs: Pick<BlobStore, 'create'>): SmallBlobs {
  return {
    async keep({ blobKey, keying, hashes, load }) {
      const hash = hashes ? createHash('sha256') : undefined;
      const { sealed, sha256 } = createPlaceSealer(keying, hash)(load);
      const writer = await blobs.create(blobKey);
      try {
        await writer.write([sealed]);
        await writer.commit();
      } catch (error) {
        await writer.abort();
        throw error;
      }
      return { memory: sealed.buffer, sha256 };
    },
  };
}
