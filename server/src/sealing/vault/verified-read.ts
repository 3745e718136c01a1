import { IntegrityError } from '../crypto/primitives.ts';
import { isSegmentMac } from '../crypto/sealed-format.ts';
import type { SegmentList } from '../../domain/model/segment.ts';
import type { SealedFile } from '../../domain/ports/vault.ts';
import type { BlobSource } from './open-blob.ts';
import { openBlob } from './open-blob.ts';

export interface ReadDependencies extends BlobSource {
  installId: string;
}

/** The plaintext from `start` up to and not including `end`, checked before it is handed over. */
export async function* verifiedRead(
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
