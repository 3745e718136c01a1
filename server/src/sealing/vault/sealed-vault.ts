import { createHash } from 'node:crypto';

import type { Segment, SegmentList } from '../../domain/model/file.ts';
import { refuseOtherStore } from '../../domain/model/file.ts';
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
import type { BlobSource, ReadBlob, SealedBlob } from './open-blob.ts';
import { OpenedChunks, openBlob } from './open-blob.ts';
import { readAgain } from './read-again.ts';
import { openPicture, sealPicture } from './sealed-picture.ts';

interface Dependencies {
  blobs: BlobStore;
  /** Bound into every file's keys: another install's files do not open here. */
  installId: string;
  randomness: Randomness;
  /** Left out, the calling thread encrypts and decrypts large files. */
  cipherPool?: CipherPool;
  /** Seals and stores small blobs. Left out, the calling thread does. */
  sealAndPut?: SealAndPut;
  /** Left out, the default of a server. */
  memory?: Pick<TransferMemory, 'work'>;
  /** Called when a file that is read turns out to be damaged, or its bytes to be missing. */
  onDamage?: (() => void) | undefined;
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
  const { randomness, installId } = dependencies;
  return {
    begin: () => beginIntake(dependencies),
    beginSegmented: () => ({ id: newId(randomness), fileKey: randomness.bytes(keyBytes) }),
    beginSegment: (file, parts, saved) => beginSegment(dependencies, file, parts, saved),
    bindSegments: (file, parts) => bindSegments(dependencies, file, parts),
    readBackSegments: (file, parts) => readBackSegments(dependencies, file, parts),
    listParts: (file) => file.segments ?? bindWhole(dependencies, file),
    sealPicture: (file, bytes) => sealPicture({ installId, ...file }, bytes, randomness),
    openPicture: (file, sealed) => openPicture({ installId, ...file }, sealed),
    read: (file, start, end) => verifiedRead(dependencies, file, start, end, given.onDamage),
  };
}

/**
 * How many keys in a row share a prefix: enough that concurrent blobs share a folder, few enough for any
 * tool.
 */
const keysInARow = 256;

export type NewBlobKey = <Key extends string>() => Key;

/**
 * Creates the keys of blobs: ids, many of which in a row have the same prefix. Such blobs are in one
 * folder, and where several are stored together, it is synced once for all of them.
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

/** The state of the hash over a file's segments, after one of them. */
export interface HashSoFar {
  sha256: Buffer;
  /** Undefined where it cannot continue. */
  hash: RunningHash | undefined;
}

/** Enough for concurrent uploads. A forgotten one costs reading the file back. */
const mostKept = 256;

/**
 * The hash states of files in segments, by the blob of the last segment. That blob was sealed once, after
 * those before it, so that its key stands for exactly the hashed bytes.
 */
export class SegmentHashes {
  readonly #kept = new Map<string, HashSoFar>();

  keep(blobKey: string, soFar: HashSoFar): void {
    this.#kept.set(blobKey, soFar);
    if (this.#kept.size <= mostKept) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.take(oldest)?.hash?.forget();
  }

  /** The caller continues the hash, or forgets it. */
  take(blobKey: string): HashSoFar | undefined {
    const soFar = this.#kept.get(blobKey);
    this.#kept.delete(blobKey);
    if (soFar?.hash?.isLost === true) return { ...soFar, hash: undefined };
    return soFar;
  }
}

/** The segments as the whole file, where its hash is known. */
function bindSegments(
  { installId, blobs, segmentHashes }: Binding & { segmentHashes: SegmentHashes },
  file: SegmentedFile,
  parts: readonly Segment[],
): FinishedFile | undefined {
  const last = parts.at(-1);
  const known = last && segmentHashes.take(last.blobKey);
  if (known === undefined) return undefined;
  known.hash?.forget();
  return { ...bind({ installId, blobs }, file, parts), sha256: known.sha256 };
}

/** The same for any file: every segment is read back as a reader would, and so verified. */
async function readBackSegments(
  source: ReadDependencies,
  file: SegmentedFile,
  parts: readonly Segment[],
): Promise<FinishedFile> {
  const whole = bind(source, file, parts);
  const hash = createHash('sha256');
  for await (const plain of verifiedRead(source, whole, 0, whole.sizeBytes)) {
    hash.update(plain);
    releaseMemory(plain);
  }
  return { ...whole, sha256: hash.digest() };
}

/** The list of the only part of a file in one blob: that was sealed as segment 0. */
function bindWhole(
  { installId }: Pick<Binding, 'installId'>,
  { id, fileKey, sizeBytes, store }: SealedFile,
): SegmentList {
  const parts = [{ blobKey: id, sizeBytes, store, sealedBytes: undefined }];
  return { parts, mac: segmentMac({ fileKey, installId, fileId: id }, parts) };
}

interface Binding {
  installId: string;
  blobs: Pick<BlobStore, 'name'>;
}

function bind(
  { installId, blobs }: Binding,
  { id, fileKey }: SegmentedFile,
  parts: readonly Segment[],
): SealedFile {
  const mac = segmentMac({ fileKey, installId, fileId: id }, parts);
  const sizeBytes = parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
  return { id, fileKey, sizeBytes, store: blobs.name, segments: { parts, mac } };
}

/** So many segments are opened ahead of the reader: a remote store must not be waited for between two. */
const openedAhead = 4;

interface ReadDependencies extends BlobSource {
  installId: string;
}

/** The plaintext from `start` up to and not including `end`, verified before it is returned. */
function verifiedRead(
  dependencies: ReadDependencies,
  file: SealedFile,
  start: number,
  end: number,
  onDamage?: () => void,
): AsyncGenerator<Buffer> {
  refuseForeignRange(file, start, end);
  return readAgain((from) => readFile(dependencies, file, from, end), start, onDamage);
}

async function* readFile(
  dependencies: ReadDependencies,
  file: SealedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { installId } = dependencies;
  const { id: fileId, fileKey, segments, sizeBytes, store } = file;
  if (segments !== undefined) refuseForeignList(installId, file, segments);
  const parts = segments?.parts ?? [{ blobKey: fileId, sizeBytes, store, sealedBytes: undefined }];
  const wanted: { blob: SealedBlob; from: number; to: number }[] = [];
  let position = 0;
  for (const [segment, part] of parts.entries()) {
    refuseOtherStore(dependencies.blobs, part.store);
    const from = Math.max(start - position, 0);
    const to = Math.min(end - position, part.sizeBytes);
    position += part.sizeBytes;
    const context = { fileKey, installId, fileId, segment };
    if (from < to || segments === undefined) wanted.push({ blob: { ...part, context }, from, to });
  }
  const opening = new Map<number, Promise<ReadBlob>>();
  function open(at: number): Promise<ReadBlob> | undefined {
    const segment = wanted[at];
    if (segment === undefined || opening.has(at)) return opening.get(at);
    const opened = openBlob(dependencies, segment.blob);
    // The reader gets the failure when it is there; until then nothing handles it.
    opened.catch(() => undefined);
    opening.set(at, opened);
    return opened;
  }
  // The last segment tells where the file ends: one that was cut must not show at the end of a download.
  await Promise.all([open(0), open(wanted.length - 1)]);
  for (const [at, { from, to }] of wanted.entries()) {
    for (let ahead = at; ahead <= at + openedAhead; ahead += 1) void open(ahead);
    yield* (await open(at))?.(from, to) ?? [];
    opening.delete(at);
  }
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
 * The results of `work` for each piece, in order, with up to `depth` pieces requested and processed ahead:
 * as many as it returns at that time, and at least one. An error is thrown in its place; that of a piece
 * that is not consumed is dropped with it. Ending early waits for the running work, and passes its results
 * to `discard`.
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
    // The consumer gets the failure; until then nothing handles it.
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
