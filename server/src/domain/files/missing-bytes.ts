import { ValiseError } from '../model/valise-error.ts';
import type { BlobStore } from '../ports/blob-store.ts';

/** A remote store is waited for once for so many. */
const lookedUpTogether = 16;

/** Throws `unavailable` unless there is a blob for each key: no row may be written without its bytes. */
export async function refuseMissingBytes(
  blobs: Pick<BlobStore, 'findSize'>,
  keys: readonly string[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += lookedUpTogether) {
    const some = keys.slice(at, at + lookedUpTogether);
    const sizes = await Promise.all(some.map((key) => blobs.findSize(key)));
    if (!sizes.includes(undefined)) continue;
    throw new ValiseError(
      'unavailable',
      'A part of the upload was lost before it could be kept. Send it again.',
      { retryAfterSeconds: 1 },
    );
  }
}
