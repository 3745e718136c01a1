import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CephBucket } from '../../server/src/testing/ceph-bucket.ts';

interface Bucket extends CephBucket {
  /** What nodes have of uploads that they did not send to the bucket yet. */
  findIncoming(): Promise<string[]>;
}

/** By the data folder: where the files of a server are that keeps them elsewhere. */
const buckets = new Map<string, Bucket>();

export function keepFilesElsewhere(dataDir: string, bucket: Bucket): void {
  buckets.set(dataDir, bucket);
}

/** Whether the files of a server are in its data folder. */
export function hasFilesOnDisk(dataDir: string): boolean {
  return !buckets.has(dataDir);
}

/** What a server has of files, sealed as they are: whole ones, and those still coming in. */
export async function storedFiles(
  dataDir: string,
): Promise<{ whole: string[]; incoming: string[] }> {
  const bucket = buckets.get(dataDir);
  if (bucket === undefined) return await filesIn(join(dataDir, 'blobs'));
  const [whole, unfinished, incoming] = await Promise.all([
    bucket.listBlobs(),
    bucket.listUnfinished(),
    bucket.findIncoming(),
  ]);
  return { whole, incoming: [...unfinished, ...incoming] };
}

async function filesIn(blobs: string): Promise<{ whole: string[]; incoming: string[] }> {
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  const quarantine = join(blobs, 'quarantine');
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath !== quarantine);
  const namesWhere = (isIncoming: boolean): string[] =>
    files
      .filter(({ parentPath }) => (parentPath === join(blobs, 'incoming')) === isIncoming)
      .map(({ name }) => name)
      .sort();
  return { whole: namesWhere(false), incoming: namesWhere(true) };
}

/** Puts other bytes in the place of a whole file, behind the server's back, or removes it. */
export async function changeStoredFile(
  dataDir: string,
  name: string,
  change: (sealed: Buffer) => Buffer | undefined,
): Promise<void> {
  const bucket = buckets.get(dataDir);
  const path = join(dataDir, 'blobs', name.slice(0, 2), name);
  const changed = change(await (bucket?.readBlob(name) ?? readFile(path)));
  if (changed === undefined) await (bucket?.deleteBlob(name) ?? rm(path));
  else await (bucket?.writeBlob(name, changed) ?? writeFile(path, changed));
}
