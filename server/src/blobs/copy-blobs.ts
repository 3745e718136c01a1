import { createHash } from 'node:crypto';

import type { BlobInfo, BlobStore } from '../domain/ports/blob-store.ts';

/** A store that is far away answers late: so many blobs are on their way at once. */
const copiedAtOnce = 8;
const pieceBytes = 2 ** 20;

export interface CopiedBlobs {
  blobs: number;
  bytes: number;
}

/**
 * Copies every blob that `to` does not have, and reads each back. Both stores may be in use: a blob that is
 * removed meanwhile is left out. What a copy that broke off has finished is not copied again. Calls
 * `onBlob` for each blob of `from`.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  onBlob: (blob: BlobInfo) => void = () => undefined,
): Promise<CopiedBlobs> {
  const copied = { blobs: 0, bytes: 0 };
  const blobs = from.list()[Symbol.asyncIterator]();

  let hasFailed = false;

  async function copyNext(): Promise<void> {
    for (let next = await blobs.next(); next.done !== true; next = await blobs.next()) {
      if (hasFailed) return;
      const blob = next.value;
      if (await copyBlob(from, to, blob)) {
        copied.blobs += 1;
        copied.bytes += blob.sizeBytes;
      }
      onBlob(blob);
    }
  }

  /** The others end with the blobs that they have begun. */
  async function copyUntilFailure(): Promise<void> {
    try {
      await copyNext();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: copiedAtOnce }, copyUntilFailure));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return copied;
}

/** Returns whether there was anything to copy. */
async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  { key, sizeBytes }: BlobInfo,
): Promise<boolean> {
  const found = await to.findSize(key);
  if (found === sizeBytes) return false;
  if (found !== undefined) {
    throw new Error(
      `Blob ${key} has ${found} bytes where it was to be copied, and not ${sizeBytes}`,
    );
  }
  const writer = await to.create(key);
  const sent = createHash('sha256');
  try {
    for await (const piece of from.read(key, 0, sizeBytes, pieceBytes)) {
      sent.update(piece);
      await writer.write([piece]);
    }
    await writer.commit();
  } catch (error) {
    await writer.abort();
    if ((await from.findSize(key)) === undefined) return false;
    throw error;
  }
  const received = createHash('sha256');
  for await (const piece of to.read(key, 0, sizeBytes, pieceBytes)) received.update(piece);
  if (!received.digest().equals(sent.digest())) {
    await to.delete(key);
    throw new Error(`Blob ${key} was not stored as it was sent`);
  }
  return true;
}
