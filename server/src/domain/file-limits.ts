import type { BlobStore } from './blob-store.ts';
import { ValiseError } from './valise-error.ts';

/** What holds for any file, whoever sends it. */
export interface FileLimits {
  /** Undefined: files may be of any size. */
  maxFileBytes: number | undefined;
  /** Uploads stop before the store has less than this left. */
  minFreeBytes: number;
}

/** After so many bytes the free space is asked for again, while there is much of it. */
const longestStride = 64 * 1024 * 1024;
/** However little is left. */
const shortestStride = 256 * 1024;
/** Otherwise after so large a part of it: so many uploads at a time cannot use up together what each finds. */
const strideShare = 1 / 64;

/** Throws `insufficient_storage` when so many bytes more would leave too little room. */
export async function refuseFullStore(
  blobs: Pick<BlobStore, 'freeBytes'>,
  { minFreeBytes }: FileLimits,
  incomingBytes: number,
): Promise<void> {
  if ((await findRoom(blobs, minFreeBytes)) < incomingBytes) throw fullStore();
}

/** How many bytes fit until too little room is left. */
async function findRoom(
  blobs: Pick<BlobStore, 'freeBytes'>,
  minFreeBytes: number,
): Promise<number> {
  return ((await blobs.freeBytes()) ?? Infinity) - minFreeBytes;
}

function fullStore(): ValiseError {
  return new ValiseError(
    'insufficient_storage',
    'The server is nearly out of space and takes no more files for the moment.',
  );
}

/**
 * Looks after the free space while the bytes of one upload come in. What others bring at the same time, in
 * any process, shows as used: the less is left, the sooner it is looked at again.
 */
export function createFreeSpaceWatch(
  blobs: Pick<BlobStore, 'freeBytes'>,
  { minFreeBytes }: FileLimits,
) {
  let uncheckedBytes = 0;
  let stride = shortestStride;
  return {
    /** Throws `insufficient_storage` when these bytes would leave too little room. */
    async admit(addedBytes: number): Promise<void> {
      uncheckedBytes += addedBytes;
      if (uncheckedBytes < stride) return;
      uncheckedBytes = 0;
      const room = await findRoom(blobs, minFreeBytes);
      if (room < addedBytes) throw fullStore();
      stride = Math.max(shortestStride, Math.min(longestStride, room * strideShare));
    },
  };
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
