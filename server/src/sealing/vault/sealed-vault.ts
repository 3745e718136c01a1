import { createHash } from 'node:crypto';

import type { Segment, SegmentList } from '../../domain/model/file.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import { folderNameChars } from '../../domain/ports/blob-store.ts';
import type { FinishedFile, SealedFile, SegmentedFile, Vault } from '../../domain/ports/vault.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { createTransferMemory, releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import type { CipherPool, RunningHash } from '../cipher-pool/cipher-pool.ts';
import { inlineCipherPool } from '../cipher-pool/cipher-pool.ts';
import { IntegrityError, isSegmentMac, keyBytes, segmentMac } from '../crypto/sealed-format.ts';
import { BufferPool } from './buffer-pool.ts';
import type { SealAndPut } from './intake.ts';
import { beginIntake, beginSegment, createSealAndPut } from './intake.ts';
import type { BlobSource } from './open-blob.ts';
import { OpenedChunks, openBlob } from './open-blob.ts';

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

interface ReadDependencies extends BlobSource {
  installId: string;
}

/** The plaintext from `start` up to and not including `end`, checked before it is handed over. */
async function* verifiedRead(
  dependencies: ReadDependencies,
  file: SealedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  refuseForeignRange(file, start, end);
  const { installId } = dependencies;
  const { id: fileId, fileKey, segments, sizeBytes } = file;
  if (segments !== undefined) refuseForeignList(installId, file, segments);
  const parts = segments?.parts ?? [{ blobKey: fileId, sizeBytes }];
  const reads: (() => AsyncGenerator<Buffer>)[] = [];
  let position = 0;
  for (const [segment, part] of parts.entries()) {
    const from = Math.max(start - position, 0);
    const to = Math.min(end - position, part.sizeBytes);
    position += part.sizeBytes;
    const isWanted = from < to || segments === undefined;
    if (!isWanted) continue;
    // All are opened before the first byte: what is lost must not show half-way through a download.
    const context = { fileKey, installId, fileId, segment };
    const read = await openBlob(dependencies, { ...part, context });
    reads.push(() => read(from, to));
  }
  for (const read of reads) yield* read();
}

function refuseForeignRange({ id, sizeBytes }: SealedFile, start: number, end: number): void {
  const whole = [start, end, sizeBytes].every(Number.isSafeInteger);
  if (whole && start >= 0 && start <= end && end <= sizeBytes) return;
  throw new RangeError(`File ${id} has no bytes from ${start} to ${end}`);
}

function refuseForeignList(
  installId: string,
  { id, fileKey, sizeBytes }: SealedFile,
  { parts, mac }: SegmentList,
): void {
  const sum = parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
  if (sum !== sizeBytes || !isSegmentMac(mac, { fileKey, installId, fileId: id }, parts)) {
    throw new IntegrityError(`The segments of file ${id} are not those that it was finished with`);
  }
}

const end = Symbol('end');

/**
 * What `work` makes of each piece, in order, with up to `depth` pieces asked for and worked on before
 * they are wanted: as many as it says at that time, and at least one. An error comes out in its place;
 * that of a piece nobody came to take is dropped with it. Ending early waits for what is under way, and
 * hands it to `discard`.
 */
export async function* prefetch<Piece, Result>(
  source: AsyncIterable<Piece>,
  depth: () => number,
  work: (piece: Piece) => Promise<Result>,
  discard: (result: Result) => void = () => undefined,
): AsyncGenerator<Result> {
  const iterator = source[Symbol.asyncIterator]();
  const underWay: Promise<Result | typeof end>[] = [];
  async function workOnNext(): Promise<Result | typeof end> {
    const next = await iterator.next();
    return next.done === true ? end : await work(next.value);
  }
  function askForNext(): void {
    const coming = workOnNext();
    // Whoever takes it meets the failure; until then nobody may be looking.
    coming.catch(() => undefined);
    underWay.push(coming);
  }
  function askAhead(): void {
    while (underWay.length < Math.max(1, depth())) askForNext();
  }
  try {
    askAhead();
    for (let coming = underWay.shift(); coming !== undefined; coming = underWay.shift()) {
      const result = await coming;
      if (result === end) return;
      askAhead();
      yield result;
    }
  } finally {
    for (const dropped of await Promise.allSettled(underWay)) {
      if (dropped.status === 'fulfilled' && dropped.value !== end) discard(dropped.value);
    }
    await iterator.return?.();
  }
}

/**
 * The same bytes, `total` of them, in pieces of `size`, the last one of what is left. Each has memory
 * of its own, which is the taker's; a piece of the right size is handed on as it is, any other is
 * copied once. Where fewer bytes come, what came is handed on.
 */
export async function* repack(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  total: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let left = total;
  let group = Buffer.alloc(0);
  let filled = 0;
  for await (const piece of pieces) {
    if (piece.length > left - filled) throw new Error('More bytes came than were asked for');
    if (piece.length === Math.min(size, left) && filled === 0 && ownsItsMemory(piece)) {
      left -= piece.length;
      yield Buffer.from(piece.buffer);
      continue;
    }
    for (let taken = 0; taken < piece.length;) {
      if (filled === 0) group = Buffer.allocUnsafeSlow(Math.min(size, left));
      const copied = Math.min(group.length - filled, piece.length - taken);
      group.set(piece.subarray(taken, taken + copied), filled);
      taken += copied;
      filled += copied;
      if (filled < group.length) continue;
      left -= filled;
      filled = 0;
      yield group;
    }
    releaseMemory(piece);
  }
  if (filled > 0) yield Buffer.from(group.buffer, 0, filled);
}

export function ownsItsMemory(piece: Uint8Array): piece is Uint8Array<ArrayBuffer> {
  return piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length;
}
