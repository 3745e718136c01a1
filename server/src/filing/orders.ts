import type { Load, PlaceSealerOptions } from '../crypto/seal-in-place.ts';

/**
 * What passes to a filing thread, and back: there the outcomes of several orders together. Every
 * array has memory of its own and is handed over.
 */
export interface FilingOrder {
  ticket: number;
  blobKey: string;
  context: Omit<PlaceSealerOptions, 'fileKey' | 'salt'>;
  fileKey: Uint8Array<ArrayBuffer>;
  salt: Uint8Array<ArrayBuffer>;
  hashes: boolean;
  load: Load;
}

export interface Filed {
  ticket: number;
  memory: ArrayBuffer;
  sha256: Uint8Array<ArrayBuffer> | undefined;
}

/** Where a filing thread stores. */
export interface FilingPlace {
  blobDir: string;
}
