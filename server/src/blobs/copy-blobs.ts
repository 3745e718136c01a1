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
 * removed meanwhile is left out. What an earlier copy has stored and read back is neither copied nor read again: only
 * the newest of `to`, which one that broke off may not have read back, are. Calls `onBlob` for each blob of `from`.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  onBlob: (blob: BlobInfo) => void = () => undefined,
): Promise<CopiedBlobs> {
  const there = new Map<string, BlobInfo>();
  for await (const blob of to.list()) there.set(blob.key, blob);
  const unverified = newestOf(there);
  const copied = { blobs: 0, bytes: 0 };
  const blobs = from.list()[Symbol.asyncIterator]();

  let hasFailed = false;

  async function copyNext(): Promise<void> {
    for (let next = await blobs.next(); next.done !== true; next = await blobs.next()) {
      if (hasFailed) return;
      const blob = next.value;
      if (unverified.has(blob.key)) await removeUnlessEqual(from, to, blob, there);
      if (await copyBlob(from, to, blob, there.get(blob.key)?.sizeBytes)) {
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

/** More than are on their way when a copy is killed; some stores know the time of a blob in seconds only. */
const mostUnverified = 64;

function newestOf(there: ReadonlyMap<string, BlobInfo>): ReadonlySet<string> {
  const newestFirst = [...there.values()].sort((one, other) => other.modifiedAt - one.modifiedAt);
  return new Set(newestFirst.slice(0, mostUnverified).map(({ key }) => key));
}

/** A blob that was stored and not read back by the copy that broke off, and is not what was sent, is removed. */
async function removeUnlessEqual(
  from: BlobStore,
  to: BlobStore,
  { key, sizeBytes }: BlobInfo,
  there: Map<string, BlobInfo>,
): Promise<void> {
  if (there.get(key)?.sizeBytes !== sizeBytes) return;
  const received = await hashOf(to, key, sizeBytes);
  const sent = await hashOf(from, key, sizeBytes).catch(async (error: unknown) => {
    if ((await from.findSize(key)) === undefined) return received;
    throw error;
  });
  if (sent.equals(received)) return;
  await to.delete(key);
  there.delete(key);
}

async function hashOf(store: BlobStore, key: string, sizeBytes: number): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of store.read(key, 0, sizeBytes, pieceBytes)) hash.update(piece);
  return hash.digest();
}

/** Returns whether there was anything to copy. */
async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  { key, sizeBytes }: BlobInfo,
  found: number | undefined,
): Promise<boolean> {
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
  if (!(await hashOf(to, key, sizeBytes)).equals(sent.digest())) {
    await to.delete(key);
    throw new Error(`Blob ${key} was not stored as it was sent`);
  }
  return true;
}
