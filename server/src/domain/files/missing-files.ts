import type { DatabaseOf } from '../model/database.ts';
import { contentIdOf } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import type { BlobStore } from '../ports/blob-store.ts';

interface Stores {
  database: DatabaseOf<'files' | 'segments'>;
  blobs: Pick<BlobStore, 'name' | 'findSize'>;
}

/** A blob that a readable file needs. */
export interface NeededBlob {
  fileId: FileId;
  blobKey: string;
}

/** A store that is older than its database lacks what came in last, so these are enough to notice it. */
const newestBlobs = 100;
const atOnce = 16;

/** The newest blobs that readable files have in this store. */
export async function listNewestBlobs({ database, blobs }: Stores): Promise<NeededBlob[]> {
  const needed: NeededBlob[] = [];
  for (const file of await database.files.listNewest(newestBlobs)) {
    const contentId = contentIdOf(file);
    const parts = file.isInSegments
      ? await database.segments.list(contentId)
      : [{ blobKey: contentId, store: file.store }];
    for (const { blobKey, store } of parts.toReversed()) {
      if (store === blobs.name) needed.push({ fileId: file.id, blobKey });
      if (needed.length === newestBlobs) return needed;
    }
  }
  return needed;
}

/**
 * Those of the blobs that are not in the store, although their files are still readable. Throws when the store does
 * not answer, or once `stopping` fires.
 */
export async function findMissing(
  { database, blobs }: Stores,
  needed: readonly NeededBlob[],
  stopping?: AbortSignal,
): Promise<NeededBlob[]> {
  const missing: NeededBlob[] = [];
  for (let at = 0; at < needed.length; at += atOnce) {
    stopping?.throwIfAborted();
    const group = needed.slice(at, at + atOnce);
    const sizes = await Promise.all(group.map(({ blobKey }) => blobs.findSize(blobKey)));
    missing.push(...group.filter((_blob, place) => sizes[place] === undefined));
  }
  if (missing.length === 0) return missing;
  // Only after the look: what was deleted meanwhile is not missing.
  const readable = await database.files.readable([...new Set(missing.map(({ fileId }) => fileId))]);
  return missing.filter(({ fileId }) => readable.has(fileId));
}

/** How many files these blobs belong to. */
export function countFiles(needed: readonly NeededBlob[]): number {
  return new Set(needed.map(({ fileId }) => fileId)).size;
}
