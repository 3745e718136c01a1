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
import type { BlobStore } from '../domain/blob-store.ts';
import type { SealedFile } from '../domain/vault.ts';
import { readAhead } from './read-ahead.ts';
import { regroup } from './regroup.ts';

/** Larger reads cost less each, up to about this size; whole chunks spare a copy. */
const pieceGoalBytes = 1024 * 1024;

interface Source {
  blobs: BlobStore;
  installId: string;
}

/** The plaintext from `start` up to and not including `end`, checked before it is handed over. */
export async function* verifiedRead(
  source: Source,
  file: SealedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  refuseForeignRange(file, start, end);
  const opener = await openHeader(source, file);
  const { chunkSizeLog2 } = opener;
  const chunkBytes = 2 ** chunkSizeLog2;
  const final = finalChunkIndex(file.sizeBytes, chunkSizeLog2);
  const first = Math.floor(start / chunkBytes);
  const last = Math.floor((end - 1) / chunkBytes);
  const offset = (index: number) =>
    Math.min(sealedChunkOffset(index, chunkSizeLog2), sealedSize(file.sizeBytes, chunkSizeLog2));

  // The closing chunk alone proves where the file ends.
  if (start === end || last < final) {
    const closing = await readWhole(source.blobs, file.id, offset(final), offset(final + 1));
    opener.openChunk(final, closing, true);
  }
  if (start === end) return;

  const sealedBytes = sealedChunkSize(chunkSizeLog2);
  const pieceBytes = sealedBytes * Math.max(1, Math.round(pieceGoalBytes / sealedBytes));
  const pieces = source.blobs.read(file.id, offset(first), offset(last + 1), pieceBytes);
  let index = first;
  for await (const sealed of regroup(readAhead(pieces), sealedBytes)) {
    const plain = opener.openChunk(index, sealed, index === final);
    const position = index * chunkBytes;
    yield plain.subarray(Math.max(start - position, 0), end - position);
    index += 1;
  }
  if (index !== last + 1) throw new IntegrityError(`File ${file.id} ended before its time`);
}

function refuseForeignRange({ id, sizeBytes }: SealedFile, start: number, end: number): void {
  const whole = [start, end, sizeBytes].every(Number.isSafeInteger);
  if (whole && start >= 0 && start <= end && end <= sizeBytes) return;
  throw new RangeError(`File ${id} has no bytes from ${start} to ${end}`);
}

/** Checks the header, and that the blob is as long as the plaintext's length implies. */
async function openHeader({ blobs, installId }: Source, file: SealedFile): Promise<Opener> {
  const { id, fileKey, sizeBytes } = file;
  const blobBytes = await blobs.findSize(id);
  if (blobBytes === undefined) throw new IntegrityError(`The bytes of file ${id} are missing`);
  if (blobBytes < headerBytes) throw new IntegrityError(`File ${id} was cut`);
  const header = await readWhole(blobs, id, 0, headerBytes);
  const opener = createOpener({ fileKey, installId, fileId: id, segment: 0, header });
  if (blobBytes !== sealedSize(sizeBytes, opener.chunkSizeLog2)) {
    throw new IntegrityError(`File ${id} is not as long as it was`);
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
