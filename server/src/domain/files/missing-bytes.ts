import type { BlobStore } from '../ports/blob-store.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Throws `unavailable` unless there is a blob for each key: no row may be written without its bytes. */
export async function refuseMissingBytes(
  blobs: Pick<BlobStore, 'findSize'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    if ((await blobs.findSize(key)) !== undefined) continue;
    throw new ValiseError(
      'unavailable',
      'A part of the upload was lost before it could be kept. Send it again.',
      { retryAfterSeconds: 1 },
    );
  }
}
