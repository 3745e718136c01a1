import { createHash } from 'node:crypto';

import type { Load, PlaceSealerOptions } from '../crypto/seal-in-place.ts';
import { createPlaceSealer } from '../crypto/seal-in-place.ts';
import type { BlobStore } from '../domain/blob-store.ts';

/** A blob of less than one load, before it is sealed. */
export interface SmallBlob {
  blobKey: string;
  options: PlaceSealerOptions;
  /** Whether its SHA-256 is wanted. */
  hashes: boolean;
  /** The only one, and so the last. */
  load: Load;
}

export interface KeptBlob {
  /** The load's memory, sealed over. */
  memory: ArrayBuffer;
  sha256: Buffer | undefined;
}

/** Where small blobs are sealed and stored, each in one go. */
export interface SmallBlobs {
  /** Takes the load's memory over until the promise has settled. One that fails leaves nothing. */
  keep(blob: SmallBlob): Promise<KeptBlob>;
}

/** Seals in the thread that asks, and stores as anything else is stored. */
export function createInlineSmallBlobs(blobs: Pick<BlobStore, 'create'>): SmallBlobs {
  return {
    async keep({ blobKey, options, hashes, load }) {
      const hash = hashes ? createHash('sha256') : undefined;
      const { sealed, sha256 } = createPlaceSealer(options, hash)(load);
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
