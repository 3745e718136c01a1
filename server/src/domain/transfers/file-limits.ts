import type { BlobStore } from '../ports/blob-store.ts';
import { ValiseError } from '../model/valise-error.ts';

/** What holds for any file, whoever sends it. */
export interface FileLimits {
  /** Undefined: files may be of any size. */
  maxFileBytes: number | undefined;
  /** Uploads stop before the store has less than this left. */
  minFreeBytes: number;
}

/** Throws `insufficient_storage` when so many bytes more would leave too little room. */
export async function refuseFullStore(
  blobs: Pick<BlobStore, 'freeBytes'>,
  { minFreeBytes }: FileLimits,
  incomingBytes: number,
): Promise<void> {
  if ((await findRoom(blobs, minFreeBytes)) < incomingBytes) throw fullStore();
}

/** How many bytes fit until too little room is left; infinite where the store cannot tell. */
export async function findRoom(
  blobs: Pick<BlobStore, 'freeBytes'>,
  minFreeBytes: number,
): Promise<number> {
  return ((await blobs.freeBytes()) ?? Infinity) - minFreeBytes;
}

export function fullStore(): ValiseError {
  return new ValiseError(
    'insufficient_storage',
    'The server is nearly out of space and takes no more files for the moment.',
  );
}

/**
 * Throws `insufficient_storage` when the store is full, and `too_large` for a file that is larger than
 * what is left. The second says nothing about the store: whoever announces a file chooses its size.
 */
export async function refuseNoRoom(
  blobs: Pick<BlobStore, 'freeBytes'>,
  limits: FileLimits,
  fileBytes: number,
): Promise<void> {
  await refuseFullStore(blobs, limits, 0);
  const free = await blobs.freeBytes();
  if (free !== undefined && free - fileBytes < limits.minFreeBytes) {
    throw new ValiseError(
      'too_large',
      'The file is larger than the room that is left for it here.',
    );
  }
}

/** Throws `too_large` for a file that is larger than any may be. */
export function refuseLargeFile({ maxFileBytes }: FileLimits, fileBytes: number): void {
  if (maxFileBytes !== undefined && fileBytes > maxFileBytes) {
    throw new ValiseError(
      'too_large',
      `The file is larger than the ${maxFileBytes} bytes that this server takes.`,
    );
  }
}
