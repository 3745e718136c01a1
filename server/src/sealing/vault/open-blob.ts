import type { Segment } from '../../domain/model/file.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import { releaseMemory, soleView } from '../../domain/transfers/transfer-memory.ts';
import type { ByteBudget, Lease } from '../../domain/transfers/transfer-memory.ts';
import { Semaphore } from '../../platform/concurrency/concurrency.ts';
import type { CipherPool } from '../cipher-pool/cipher-pool.ts';
import type { Opener } from '../crypto/opener.ts';
import { createOpener, openRun } from '../crypto/opener.ts';
import type { SegmentContext } from '../crypto/sealed-format.ts';
import {
  IntegrityError,
  MissingBytesError,
  finalChunkIndex,
  headerBytes,
  sealedChunkOffset,
  sealedChunkSize,
  sealedSize,
} from '../crypto/sealed-format.ts';
import { prefetch } from './sealed-vault.ts';

/** How a reader with a lease reads: larger runs cost less, up to about two megabytes. */
interface Pace {
  runBytes: number;
  /** One run is read while another is opened, where there is memory for both. */
  runsAhead: number;
}

const mebibyte = 1024 * 1024;
const fastest: Pace = { runBytes: 2 * mebibyte, runsAhead: 3 };
const usual: Pace = { runBytes: mebibyte, runsAhead: 1 };
/** The piece size of a reader without a lease. */
const partBytes = 64 * 1024;
/** A blob up to this size is read whole with its header: the store is asked once. 200 slow readers hold 25 MiB. */
const readAtOnceBytes = 128 * 1024;

export interface BlobSource {
  blobs: BlobStore;
  cipherPool: CipherPool;
  readMemory: ByteBudget;
  openedChunks: OpenedChunks;
}

/** A sealed blob: its key, the length of its plaintext, and the context of its keys. */
export interface SealedBlob extends Segment {
  context: SegmentContext;
}

interface OpenHeader {
  header: Buffer;
  opener: Opener;
  readSealed: ReadSealed;
  /** All chunks, in memory of their own, where they came with the header. They are opened in place, once. */
  chunks: Buffer<ArrayBuffer> | undefined;
}

/** The sealed bytes of a blob from `start` up to `end`; each piece belongs to the reader. */
type ReadSealed = (start: number, end: number, pieceBytes: number) => AsyncIterable<Uint8Array>;

/** The plaintext from `start` up to and not including `end`, verified before it is returned. */
export type ReadBlob = (start: number, end: number) => AsyncGenerator<Buffer>;

/** Throws at once when the header does not match, or the length is not what `sizeBytes` implies. */
export async function openBlob(source: BlobSource, blob: SealedBlob): Promise<ReadBlob> {
  const header = await openHeader(source.blobs, blob);
  return (start, end) => {
    const { opener, chunks } = header;
    header.chunks = undefined;
    return chunks === undefined
      ? readChunks(source, blob, header, start, end)
      : openWhole(opener, chunks, start, end);
  };
}

/** Opens a blob that is whole in memory. */
async function* openWhole(
  opener: Opener,
  sealed: Buffer<ArrayBuffer>,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { plain, damage } = openRun(opener, { firstIndex: 0, sealed, isLast: true });
  const piece = plain.subarray(start, end);
  if (piece.length > 0) yield await Promise.resolve(soleView(piece));
  if (damage !== undefined) throw damage;
}

async function* readChunks(
  source: BlobSource,
  blob: SealedBlob,
  { header, opener, readSealed }: OpenHeader,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const layout = layOut(blob, opener.chunkSizeLog2);
  const { chunkBytes, final } = layout;
  // Only the closing chunk proves where the blob ends.
  if (start === end || Math.floor((end - 1) / chunkBytes) < final) {
    await source.openedChunks.slots.run(async () => {
      releaseMemory(await openChunk(readSealed, opener, layout, final));
    });
  }
  let position = start;
  while (position < end) {
    const reading = leaseFor(source.readMemory, end - position);
    if (reading !== undefined) {
      try {
        const opened = { header, opener, layout, readSealed };
        yield* readRuns(source, blob, opened, reading.pace, position, end);
      } finally {
        reading.lease.release();
      }
      return;
    }
    // Tried again after each chunk: memory may be free by then.
    const chunkEnd = Math.min(end, (Math.floor(position / chunkBytes) + 1) * chunkBytes);
    yield* readInParts(source, { opener, layout, readSealed }, position, chunkEnd);
    position = chunkEnd;
  }
}

/**
 * A lease for a reader with this many bytes to read; undefined where there is none. A quarter is left to
 * uploads.
 */
function leaseFor(budget: ByteBudget, bytes: number): { pace: Pace; lease: Lease } | undefined {
  for (const [pace, spareShare] of [
    [fastest, 1 / 2],
    [usual, 1 / 4],
  ] as const) {
    // One more run is with the consumer.
    const needed = Math.min(bytes, pace.runBytes * (pace.runsAhead + 1));
    const lease = budget.take(needed, budget.totalBytes * spareShare);
    if (lease !== undefined) return { pace, lease };
  }
  return undefined;
}

/** Reads run by run, ahead of the consumer. */
async function* readRuns(
  { cipherPool }: BlobSource,
  { blobKey, context }: SealedBlob,
  { header, opener, layout, readSealed }: Omit<OpenHeader, 'chunks'> & { layout: Layout },
  { runBytes: goalBytes, runsAhead }: Pace,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { chunkBytes, sealedBytes, final, offset } = layout;
  const first = Math.floor(start / chunkBytes);
  const last = Math.floor((end - 1) / chunkBytes);
  const from = offset(first);
  const to = offset(last + 1);
  const chunksPerRun = Math.max(1, Math.round(goalBytes / sealedBytes));
  const runBytes = Math.min(chunksPerRun * sealedBytes, to - from);
  const runs = readSealed(from, to, runBytes);
  // What fits into one run is opened here, where that costs less than a message to a thread.
  const isShort = (last + 1 - first) * chunkBytes <= usual.runBytes;
  const opening = isShort ? undefined : cipherPool.openStream({ ...context, header });
  try {
    let index = first;
    const opened = prefetch(
      runs,
      () => runsAhead,
      async (piece) => {
        const firstIndex = index;
        index += Math.ceil(piece.length / sealedBytes);
        const run = { firstIndex, sealed: bufferOf(piece), isLast: index > final };
        const opened = opening === undefined ? openRun(opener, run) : await opening.open(run);
        return { position: firstIndex * chunkBytes, ...opened };
      },
      ({ plain }) => {
        releaseMemory(soleView(plain));
      },
    );
    for await (const { position, plain, damage } of opened) {
      const piece = plain.subarray(Math.max(start - position, 0), end - position);
      if (piece.length > 0) yield soleView(piece);
      if (damage !== undefined) throw damage;
    }
    if (index !== last + 1) throw new IntegrityError(`Blob ${blobKey} ended before its time`);
  } finally {
    opening?.end();
  }
}

/** Reads within one chunk, part by part: what is cached between two parts is shared by all readers. */
async function* readInParts(
  { openedChunks }: BlobSource,
  { opener, layout, readSealed }: Pick<OpenHeader, 'opener' | 'readSealed'> & { layout: Layout },
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const index = Math.floor(start / layout.chunkBytes);
  const chunkStart = index * layout.chunkBytes;
  const reader = {};
  try {
    for (let position = start; position < end; position += partBytes) {
      yield await openedChunks.copy(
        reader,
        () => openChunk(readSealed, opener, layout, index),
        position - chunkStart,
        Math.min(position + partBytes, end) - chunkStart,
      );
    }
  } finally {
    openedChunks.forget(reader);
  }
}

async function openChunk(
  readSealed: ReadSealed,
  opener: Opener,
  { offset, final }: Layout,
  index: number,
): Promise<Buffer> {
  const [start, end] = [offset(index), offset(index + 1)];
  const [piece = new Uint8Array()] = await Array.fromAsync(readSealed(start, end, end - start));
  const sealed = bufferOf(piece);
  return soleView(opener.openChunk(index, sealed, index === final, sealed));
}

/** The layout of the chunks of a blob. */
interface Layout {
  chunkBytes: number;
  sealedBytes: number;
  /** The number of the closing chunk. */
  final: number;
  offset: (index: number) => number;
}

function layOut({ sizeBytes }: SealedBlob, chunkSizeLog2: number): Layout {
  const wholeBytes = sealedSize(sizeBytes, chunkSizeLog2);
  return {
    chunkBytes: 2 ** chunkSizeLog2,
    sealedBytes: sealedChunkSize(chunkSizeLog2),
    final: finalChunkIndex(sizeBytes, chunkSizeLog2),
    offset: (index) => Math.min(sealedChunkOffset(index, chunkSizeLog2), wholeBytes),
  };
}

/** Verifies the header, and that the blob is as long as the plaintext's length implies. */
async function openHeader(blobs: BlobStore, blob: SealedBlob): Promise<OpenHeader> {
  const { blobKey, sizeBytes, context } = blob;
  const isSmall = sealedSize(sizeBytes) <= readAtOnceBytes;
  const found = await blobs.readStart(blobKey, isSmall ? readAtOnceBytes : headerBytes);
  if (found === undefined) throw new MissingBytesError(`The bytes of blob ${blobKey} are missing`);
  const { sizeBytes: blobBytes, start: known } = found;
  if (blobBytes < headerBytes) throw new IntegrityError(`Blob ${blobKey} was cut`);
  const header = Buffer.from(new Uint8Array(known.subarray(0, headerBytes)).buffer);
  const opener = createOpener({ ...context, header });
  if (blobBytes !== sealedSize(sizeBytes, opener.chunkSizeLog2)) {
    throw new IntegrityError(`Blob ${blobKey} is not as long as it was`);
  }
  const isWhole = known.length === blobBytes;
  const chunks = isWhole ? bufferOf(new Uint8Array(known.subarray(headerBytes))) : undefined;
  return {
    ...{ header, opener, chunks },
    readSealed: (from, to, pieceBytes) => blobs.read(blobKey, from, to, pieceBytes),
  };
}

/** The bytes of a piece, which owns its memory. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, length);
}

/** Enough for fast readers; a slow reader has its chunk opened again. */
const maxKept = 8;
/** Chunks that are read and opened at the same time. */
const maxOpening = 4;

/** Opens one chunk: its plaintext, in its own memory. */
type OpenChunk = () => Promise<Buffer>;

/**
 * A cache of the chunks that readers without a lease opened last. Each such reader gets copies of a small
 * part at a time, so that any number of them share a few chunks.
 */
export class OpenedChunks {
  /** By reader: the least recently used first. */
  readonly #kept = new Map<object, Buffer>();
  /** For every reader that opens a chunk. */
  readonly slots = new Semaphore(maxOpening);

  /** A copy of a part of the reader's current chunk, which `open` opens. */
  async copy(reader: object, open: OpenChunk, start: number, end: number): Promise<Buffer> {
    const kept = this.#kept.get(reader);
    if (kept !== undefined) {
      this.#keep(reader, kept);
      return partOf(kept, start, end);
    }
    return await this.slots.run(async () => {
      const plain = await open();
      this.#keep(reader, plain);
      return partOf(plain, start, end);
    });
  }

  /** Must be called when the reader has ended: its plaintext does not stay. */
  forget(reader: object): void {
    const plain = this.#kept.get(reader);
    this.#kept.delete(reader);
    if (plain !== undefined) releaseMemory(plain);
  }

  #keep(reader: object, plain: Buffer): void {
    this.#kept.delete(reader);
    this.#kept.set(reader, plain);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.forget(oldest);
  }
}

/**
 * In resizable memory, which the system allocates and frees by the page: small buffers of many slow readers
 * would fragment the heap.
 */
function partOf(plain: Buffer, start: number, end: number): Buffer {
  const bytes = Math.min(end, plain.length) - start;
  const part = Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }));
  plain.copy(part, 0, start, end);
  return part;
}
