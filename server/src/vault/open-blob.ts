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
import type { Segment } from '../domain/segment.ts';
import { readAhead } from './read-ahead.ts';
import { regroup } from './regroup.ts';

/** Larger reads cost less each, up to about this size; whole chunks spare a copy. */
const pieceGoalBytes = 1024 * 1024;

/** A sealed blob: where it is, how long its plaintext is, and what its keys depend on. */
export interface SealedBlob extends Segment {
  context: SegmentContext;
}

/** The plaintext from `start` up to and not including `end`, checked before it is handed over. */
export type ReadBlob = (start: number, end: number) => AsyncGenerator<Buffer>;

/** Throws at once when the header does not fit, or the length is not what `sizeBytes` implies. */
export async function openBlob(blobs: BlobStore, blob: SealedBlob): Promise<ReadBlob> {
  const opener = await openHeader(blobs, blob);
  return (start, end) => readChunks(blobs, blob, opener, start, end);
}

async function* readChunks(
  blobs: BlobStore,
  { blobKey, sizeBytes }: SealedBlob,
  opener: Opener,
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

  const sealedBytes = sealedChunkSize(chunkSizeLog2);
  const pieceBytes = sealedBytes * Math.max(1, Math.round(pieceGoalBytes / sealedBytes));
  const pieces = blobs.read(blobKey, offset(first), offset(last + 1), pieceBytes);
  let index = first;
  for await (const sealed of regroup(readAhead(pieces), sealedBytes)) {
    const plain = opener.openChunk(index, sealed, index === final);
    const position = index * chunkBytes;
    yield plain.subarray(Math.max(start - position, 0), end - position);
    index += 1;
  }
  if (index !== last + 1) throw new IntegrityError(`Blob ${blobKey} ended before its time`);
}

/** Checks the header, and that the blob is as long as the plaintext's length implies. */
async function openHeader(blobs: BlobStore, blob: SealedBlob): Promise<Opener> {
  const { blobKey, sizeBytes, context } = blob;
  const blobBytes = await blobs.findSize(blobKey);
  if (blobBytes === undefined) throw new IntegrityError(`The bytes of blob ${blobKey} are missing`);
  if (blobBytes < headerBytes) throw new IntegrityError(`Blob ${blobKey} was cut`);
  const header = await readWhole(blobs, blobKey, 0, headerBytes);
  const opener = createOpener({ ...context, header });
  if (blobBytes !== sealedSize(sizeBytes, opener.chunkSizeLog2)) {
    throw new IntegrityError(`Blob ${blobKey} is not as long as it was`);
  }
  return opener;
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
