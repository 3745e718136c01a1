import { randomBytes } from 'node:crypto';
import type { Instant } from '../domain/model/clock.ts';
import type { StoredFile } from '../domain/model/file.ts';
import type { FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { FileFault } from './examine-file.ts';
import { examineFile } from './examine-file.ts';
import type { Inspection } from './open-for-inspection.ts';

export interface FaultyFile {
  file: StoredFile;
  fault: FileFault;
}

export interface Progress {
  files: number;
  bytes: number;
}

interface Options {
  /** Whether every file is decrypted and verified to its last byte. */
  isDeep: boolean;
  /** Ends the survey early. */
  stopping: AbortSignal;
  onProgress: (done: Progress) => void;
  onFault: (faulty: FaultyFile) => void;
}

const pageRows = 256;
/** How many files are checked at a time where only their length is checked. */
const lengthsAtOnce = 16;

/** Compares every readable file with the stored bytes. Memory does not grow with their number. */
export async function surveyFiles(inspection: Inspection, options: Options): Promise<void> {
  const { isDeep, stopping, onProgress, onFault } = options;
  const done = { files: 0, bytes: 0 };
  async function look(file: StoredFile): Promise<void> {
    const fault = await examineFile(inspection, file, { isDeep, stopping });
    if (stopping.aborted) return;
    if (fault !== undefined) onFault({ file, fault });
    done.files += 1;
    done.bytes += file.sizeBytes;
    onProgress(done);
  }
  for await (const file of groups(inspection, isDeep ? 1 : lengthsAtOnce)) {
    if (stopping.aborted) return;
    await Promise.all(file.map(look));
  }
}

async function* groups({ database }: Inspection, size: number): AsyncGenerator<StoredFile[]> {
  for (let after: FileId | undefined; ;) {
    const page = await database.files.listReadable(after, pageRows);
    for (let at = 0; at < page.length; at += size) yield page.slice(at, at + size);
    if (page.length < pageRows) return;
    after = page.at(-1)?.id;
  }
}

export interface Orphans {
  blobs: number;
  bytes: number;
}

/** Counts blobs without a row. Those of running uploads are among them. */
export async function countOrphans(
  inspection: Inspection,
  { stopping }: Pick<Options, 'stopping'>,
): Promise<Orphans> {
  const found = { blobs: 0, bytes: 0 };
  for await (const { sizeBytes } of unknownBlobs(inspection, inspection.blobs.list())) {
    if (stopping.aborted) break;
    found.blobs += 1;
    found.bytes += sizeBytes;
  }
  return found;
}

export interface NewerOrphans {
  count: number;
  /** The time of the newest row in the database. */
  since: Instant;
}

/**
 * Counts blobs without a row that were stored after the newest row, and after `expectedUntil`. A database that lost its
 * last changes has them, and so has a backup that was made during uploads, up to the time at which it was made.
 */
export async function countNewerOrphans(
  stored: Pick<Inspection, 'database'> & { blobs: Pick<BlobStore, 'list'> },
  expectedUntil: Instant = 0,
): Promise<NewerOrphans> {
  const { audit, installationValues } = stored.database;
  const [newest] = await audit.listNewest(1);
  if (newest === undefined) return { count: 0, since: 0 };
  const since = Math.max(newest.at, Number((await installationValues.find(lastSeenNote)) ?? 0));
  let count = 0;
  const newer = unknownBlobs(stored, stored.blobs.list(since));
  const from = Math.max(since, expectedUntil);
  for await (const { modifiedAt } of newer) if (modifiedAt > from) count += 1;
  return { count, since };
}

interface Blob {
  key: string;
  sizeBytes: number;
  modifiedAt: number;
}

async function* unknownBlobs(
  { database }: Pick<Inspection, 'database'>,
  blobs: AsyncIterable<Blob>,
): AsyncGenerator<Blob> {
  let batch: Blob[] = [];
  async function unknownOf(): Promise<Blob[]> {
    const keys = batch.map(({ key }) => key);
    const files = await database.files.known(keys as FileId[]);
    const segments = await database.segments.known(keys);
    return batch.filter(({ key }) => !files.has(key as FileId) && !segments.has(key));
  }
  for await (const blob of blobs) {
    batch.push(blob);
    if (batch.length < pageRows) continue;
    yield* await unknownOf();
    batch = [];
  }
  yield* await unknownOf();
}

/** Random samples: enough to see that many files are damaged. */
const samplePlaces = 8;
const filesAtPlace = 64;

export interface Sample {
  files: number;
  faulty: FaultyFile[];
}

/** Checks some readable files, or all where there are few. */
export async function sampleFiles(inspection: Inspection): Promise<Sample> {
  const sampled = new Map<FileId, StoredFile>();
  const places = Array.from({ length: samplePlaces - 1 }, () =>
    newId<FileId>({ bytes: randomBytes }),
  );
  for (const after of [undefined, ...places]) {
    const page = await inspection.database.files.listReadable(after, filesAtPlace);
    for (const file of page) sampled.set(file.id, file);
  }
  const faulty: FaultyFile[] = [];
  for (const file of sampled.values()) {
    const fault = await examineFile(inspection, file, { isDeep: false });
    if (fault !== undefined) faulty.push({ file, fault });
  }
  return { files: sampled.size, faulty };
}
