import { IntegrityError } from '../crypto/integrity-error.ts';
import type { Opener } from '../crypto/opener.ts';
import { createOpener } from '../crypto/opener.ts';
import {
  finalChunkIndex,
  headerBytes,
  sealedChunkOffset,
  sealedChunkSize,
  sealedSize,
} from '../crypto/sealed-format.ts';
import type { SegmentContext } from '../crypto/segment-keys.ts';
import type { BlobStore } from '../domain/blob-store.ts';
import { soleView } from '../domain/release-memory.ts';
import type { Segment } from '../domain/segment.ts';
import { mapAhead } from './map-ahead.ts';
import { regroup } from './regroup.ts';
import { inlineWorkshop } from './workshop/inline-workshop.ts';
import type { Workshop } from './workshop/workshop.ts';

/** Larger runs cost less, up to about two megabytes; where many blobs are read at once, memory counts. */
const largestRunBytes = 2 * 1024 * 1024;
const leastRunBytes = 1024 * 1024;
const runBytesOfAll = 8 * 1024 * 1024;
/** One run is read while another is opened; where many blobs are read, others fill the gaps. */
const mostRunsAhead = 2;
const fewReads = 2;

/** How many blobs are being read now. */
let readsUnderWay = 0;

/** What suits one more. */
function runGoalBytes(): number {
  return Math.max(leastRunBytes, Math.min(largestRunBytes, runBytesOfAll / (readsUnderWay + 1)));
}

function runsAhead(): number {
  return readsUnderWay > fewReads ? 1 : mostRunsAhead;
}

interface Source {
  blobs: BlobStore;
  workshop: Workshop;
}

/** A sealed blob: where it is, how long its plaintext is, and what its keys depend on. */
export interface SealedBlob extends Segment {
  context: SegmentContext;
}

interface OpenHeader {
  header: Buffer;
  opener: Opener;
}

/** The plaintext from `start` up to and not including `end`, checked before it is handed over. */
export type ReadBlob = (start: number, end: number) => AsyncGenerator<Buffer>;

/** Throws at once when the header does not fit, or the length is not what `sizeBytes` implies. */
export async function openBlob(source: Source, blob: SealedBlob): Promise<ReadBlob> {
  const header = await openHeader(source.blobs, blob);
  return (start, end) => readChunks(source, blob, header, start, end);
}

async function* readChunks(
  { blobs, workshop }: Source,
  { blobKey, sizeBytes, context }: SealedBlob,
  { header, opener }: OpenHeader,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { chunkSizeLog2 } = opener;
  const chunkBytes = 2 ** chunkSizeLog2;
  const final = finalChunkIndex(sizeBytes, chunkSizeLog2);
  const first = Math.floor(start / chunkBytes);
  const last = Math.floor((end - 1) / chunkBytes);
  const offset = (index: number) =>
    Math.min(sealedChunkOffset(index, chunkSizeLog2), sealedSize(sizeBytes, chunkSizeLog2));

  // The closing chunk alone proves where the blob ends.
  if (start === end || last < final) {
    const closing = await readWhole(blobs, blobKey, offset(final), offset(final + 1));
    opener.openChunk(final, closing, true);
  }
  if (start === end) return;

  const from = offset(first);
  const to = offset(last + 1);
  const sealedBytes = sealedChunkSize(chunkSizeLog2);
  const chunksPerRun = Math.max(1, Math.round(runGoalBytes() / sealedBytes));
  const runBytes = Math.min(chunksPerRun * sealedBytes, to - from);
  const runs = regroup(blobs.read(blobKey, from, to, runBytes), runBytes, to - from);
  // What fits into the least run is opened here, where that costs less than handing it over.
  const isShort = (last + 1 - first) * chunkBytes <= leastRunBytes;
  const opening = (isShort ? inlineWorkshop : workshop).startOpening({ ...context, header });
  readsUnderWay += 1;
  try {
    let index = first;
    const opened = mapAhead(runs, runsAhead, async (sealed) => {
      const firstIndex = index;
      index += Math.ceil(sealed.length / sealedBytes);
      const run = { firstIndex, sealed, isLast: index > final };
      return { position: firstIndex * chunkBytes, ...(await opening.open(run)) };
    });
    for await (const { position, plain, damage } of opened) {
      const piece = plain.subarray(Math.max(start - position, 0), end - position);
      if (piece.length > 0) yield soleView(piece);
      if (damage !== undefined) throw damage;
    }
    if (index !== last + 1) throw new IntegrityError(`Blob ${blobKey} ended before its time`);
  } finally {
    readsUnderWay -= 1;
    opening.end();
  }
}

/** Checks the header, and that the blob is as long as the plaintext's length implies. */
async function openHeader(blobs: BlobStore, blob: SealedBlob): Promise<OpenHeader> {
  const { blobKey, sizeBytes, context } = blob;
  const blobBytes = await blobs.findSize(blobKey);
  if (blobBytes === undefined) throw new IntegrityError(`The bytes of blob ${blobKey} are missing`);
  if (blobBytes < headerBytes) throw new IntegrityError(`Blob ${blobKey} was cut`);
  const header = await readWhole(blobs, blobKey, 0, headerBytes);
  const opener = createOpener({ ...context, header });
  if (blobBytes !== sealedSize(sizeBytes, opener.chunkSizeLog2)) {
    throw new IntegrityError(`Blob ${blobKey} is not as long as it was`);
  }
  return { header, opener };
}

async function readWhole(
  blobs: BlobStore,
  key: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of blobs.read(key, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}
