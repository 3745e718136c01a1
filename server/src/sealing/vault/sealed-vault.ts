import { createHash } from 'node:crypto';

import type { Segment } from '../../domain/model/file.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import { folderNameChars } from '../../domain/ports/blob-store.ts';
import { releaseMemory } from '../../domain/ports/buffers.ts';
import type { FinishedFile, SealedFile, SegmentedFile, Vault } from '../../domain/ports/vault.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { createTransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { CipherPool, RunningHash } from '../cipher-pool/cipher-pool.ts';
import { inlineCipherPool } from '../cipher-pool/cipher-pool.ts';
import { keyBytes, segmentMac } from '../crypto/sealed-format.ts';
import { BufferPool } from './buffer-pool.ts';
import { beginIntake, beginSegment } from './intake.ts';
import { OpenedChunks } from './open-blob.ts';
import type { SealAndPut } from './seal-and-put.ts';
import { createSealAndPut } from './seal-and-put.ts';
import type { ReadDependencies } from './verified-read.ts';
import { verifiedRead } from './verified-read.ts';

interface Dependencies {
  blobs: BlobStore;
  /** Bound into every file's keys: another install's files do not open here. */
  installId: string;
  randomness: Randomness;
  /** Left out, large files are worked on in the thread that asks. */
  cipherPool?: CipherPool;
  /** Seals and stores small blobs. Left out, the thread that asks does. */
  sealAndPut?: SealAndPut;
  /** Left out, there is as much as a server has by itself. */
  memory?: Pick<TransferMemory, 'work'>;
}

/** Files as sealed blobs: one each, or one for each segment. See docs/file-format.md. */
export function createSealedVault(given: Dependencies): Vault {
  const { work } = given.memory ?? createTransferMemory();
  const dependencies = {
    cipherPool: inlineCipherPool,
    sealAndPut: createSealAndPut(given.blobs),
    newBlobKey: createBlobKeys(given.randomness),
    loadMemory: new BufferPool(work),
    readMemory: work,
    openedChunks: new OpenedChunks(),
    segmentHashes: new SegmentHashes(),
    ...given,
  };
  const { randomness } = dependencies;
  return {
    begin: () => beginIntake(dependencies),
    beginSegmented: () => ({ id: newId(randomness), fileKey: randomness.bytes(keyBytes) }),
    beginSegment: (file, parts) => beginSegment(dependencies, file, parts),
    bindSegments: (file, parts) => bindSegments(dependencies, file, parts),
    readBackSegments: (file, parts) => readBackSegments(dependencies, file, parts),
    read: (file, start, end) => verifiedRead(dependencies, file, start, end),
  };
}

/** So many in a row: enough that those who come together share a folder, few enough for any tool. */
const keysInARow = 256;

export type NewBlobKey = <Key extends string>() => Key;

/**
 * Makes the keys of blobs: ids, of which many in a row begin alike. Such blobs stand in one folder,
 * and where several are stored together, it is synced once for all of them.
 */
export function createBlobKeys(randomness: Randomness): NewBlobKey {
  let beginning = '';
  let made = 0;
  return <Key extends string>() => {
    const id = newId<Key>(randomness);
    if (made % keysInARow === 0) beginning = id.slice(0, folderNameChars);
    made += 1;
    return `${beginning}${id.slice(folderNameChars)}` as Key;
  };
}

/** What the hash over a file's segments had come to, after one of them. */
export interface HashSoFar {
  sha256: Buffer;
  /** Undefined where nothing can go on with it. */
  hash: RunningHash | undefined;
}

/** Enough for the uploads that run at one time. One that is forgotten costs reading the file back. */
const mostKept = 256;

/**
 * How far the hashes of files in segments are, by the blob of the last segment. That blob was sealed
 * once, after those before it, so whoever names it means the very bytes that were hashed.
 */
export class SegmentHashes {
  readonly #kept = new Map<string, HashSoFar>();

  keep(blobKey: string, soFar: HashSoFar): void {
    this.#kept.set(blobKey, soFar);
    if (this.#kept.size <= mostKept) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.take(oldest)?.hash?.forget();
  }

  /** Whoever has taken one goes on with it, or forgets it. */
  take(blobKey: string): HashSoFar | undefined {
    const soFar = this.#kept.get(blobKey);
    this.#kept.delete(blobKey);
    if (soFar?.hash?.state === 'lost') return { ...soFar, hash: undefined };
    return soFar;
  }
}

/** The segments as the whole file, where its hash is known. */
function bindSegments(
  { installId, segmentHashes }: { installId: string; segmentHashes: SegmentHashes },
  file: SegmentedFile,
  parts: readonly Segment[],
): FinishedFile | undefined {
  const last = parts.at(-1);
  const known = last && segmentHashes.take(last.blobKey);
  if (known === undefined) return undefined;
  known.hash?.forget();
  return { ...bind(installId, file, parts), sha256: known.sha256 };
}

/** The same for any file: every segment is read back as a reader would, and so checked. */
async function readBackSegments(
  source: ReadDependencies,
  file: SegmentedFile,
  parts: readonly Segment[],
): Promise<FinishedFile> {
  const whole = bind(source.installId, file, parts);
  const hash = createHash('sha256');
  for await (const plain of verifiedRead(source, whole, 0, whole.sizeBytes)) {
    hash.update(plain);
    releaseMemory(plain);
  }
  return { ...whole, sha256: hash.digest() };
}

function bind(
  installId: string,
  { id, fileKey }: SegmentedFile,
  parts: readonly Segment[],
): SealedFile {
  const mac = segmentMac({ fileKey, installId, fileId: id }, parts);
  const sizeBytes = parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
  return { id, fileKey, sizeBytes, segments: { parts, mac } };
}
