import type { SegmentList } from '../../domain/model/file.ts';
import { releaseMemory } from '../../domain/ports/buffers.ts';
import type { SealedFile } from '../../domain/ports/vault.ts';
import { IntegrityError, isSegmentMac } from '../crypto/sealed-format.ts';
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
