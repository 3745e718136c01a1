import { sleep } from './patience.ts';
import { createPieceReader } from './piece-reader.ts';
import { ValiseError, ValiseMismatch, ValiseProblem } from './problem.ts';
import type { Sha256 } from './sha256.ts';
import { base64Of, hexOf } from './sha256.ts';
import type { Source } from './source.ts';
import type { Transport } from './transport.ts';
import type { Upload } from './types.ts';

/** How far an upload is. */
export interface UploadProgress {
  name: string;
  /** Bytes that the server has. */
  sentBytes: number;
  /** Undefined where the size is not known yet. */
  sizeBytes: number | undefined;
}

export interface UploadOptions {
  /**
   * A text of the caller's own for this upload. Who repeats it with the same file goes on where the upload stopped, in
   * another process, too.
   */
  resumeKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  /** Called before bytes are sent, with what another process needs to find out that it has the same ones. */
  onMark?: (mark: UploadMark) => void;
  /** The last mark of an earlier process: what it has sent is compared before more is. */
  lastMark?: UploadMark;
  signal?: AbortSignal;
}

/** The first bytes of what is uploaded. */
export interface UploadMark {
  /** The id of the upload. */
  upload: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** A file up to this size is one request; it is sent again as a whole. */
const smallBytes = 2 ** 20;
const smallestPiece = 2 ** 18;
const largestPiece = 2 ** 24;
/** A request should take about this long, so that a broken line costs little and progress is seen. */
const pieceMs = { least: 1_000, most: 5_000 };
const pieceTimeoutMs = 120_000;
const version = { 'tus-resumable': '1.0.0' };

/**
 * Uploads by tus 1.0, in pieces. Whatever breaks the line, the upload goes on where the server has it: a piece is held
 * until the server has it. Resolves when the server has computed the same SHA-256. An upload that has other bytes than
 * those here is deleted.
 */
export async function uploadSource(
  transport: Transport,
  source: Source,
  newHash: () => Sha256,
  { resumeKey = randomKey(), onProgress, onMark, lastMark, signal }: UploadOptions = {},
): Promise<Upload & { sha256: string }> {
  const reader = createPieceReader(source.read(), newHash());
  let held = await reader.take(smallBytes);
  const isWhole = held.length < smallBytes || held.length === source.size;
  let size = isWhole ? held.length : source.size;
  const isOther = isWhole ? held.length !== source.size : held.length > (source.size ?? Infinity);
  if (source.size !== undefined && isOther) throw changed(source, held.length);
  const metadata = metadataOf(source, resumeKey);

  function tell(sentBytes: number): void {
    onProgress?.({ name: source.name, sentBytes, sizeBytes: size });
  }

  const created = await transport.read<Upload>({
    method: 'POST',
    path: '/uploads',
    signal,
    // Its metadata contain a key: who repeats it means the same upload.
    isRepeatable: true,
    headers: {
      ...version,
      ...(size === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
      'upload-metadata': metadata,
      ...(isWhole && held.length > 0
        ? {
            'content-type': 'application/offset+octet-stream',
            'upload-checksum': `sha256 ${base64Of(digestOf(held, newHash()))}`,
          }
        : {}),
    },
    ...(isWhole && held.length > 0 && { body: held }),
  });
  const path = `/uploads/${encodeURIComponent(created.id)}`;
  let offset = created.received;
  // Known from an earlier process that came to the end.
  size ??= created.size ?? undefined;
  let isEnded = size !== undefined && offset === size;
  let pieceBytes = smallBytes;
  const patience = transport.newPatience(signal);
  tell(offset);

  /**
   * Reads what an earlier process has sent, and holds what of it the server does not have. It was one piece at most,
   * which its mark covers.
   */
  async function compare({ bytes, sha256 }: UploadMark): Promise<void> {
    const from = Math.min(offset, bytes);
    const begin = reader.position() - held.length;
    if (from > reader.position()) {
      await reader.skip(from - reader.position());
      held = new Uint8Array();
    } else held = held.subarray(from - begin);
    const missing = Math.max(0, bytes - reader.position());
    if (missing > largestPiece)
      throw new ValiseMismatch(`${source.name}: the server has lost bytes.`);
    if (missing > 0) held = joined(held, await reader.take(missing));
    if (reader.position() === bytes && hexOf(reader.digest()) === sha256) return;
    throw new ValiseMismatch(`${source.name} is not what was sent of it before.`);
  }

  /** Lets go of what the server has, and reads what it wants next. */
  async function moveTo(wanted: number): Promise<void> {
    const begin = reader.position() - held.length;
    if (wanted < begin) throw new ValiseMismatch(`${source.name}: the server has lost bytes.`);
    if (wanted <= reader.position()) {
      held = held.subarray(wanted - begin);
    } else {
      await reader.skip(wanted - reader.position());
      held = new Uint8Array();
    }
    if (held.length > 0) return;
    held = await reader.take(pieceBytes);
    const read = reader.position();
    if (size !== undefined && read > size) throw changed(source, read);
    if (held.length === pieceBytes) return;
    if (size !== undefined && size !== read) throw changed(source, read);
    size = read;
  }

  let markedBytes = 0;

  /** All that was read is held or at the server. */
  function mark(): void {
    const bytes = reader.position();
    if (onMark === undefined || bytes === markedBytes) return;
    markedBytes = bytes;
    onMark({ upload: created.id, bytes, sha256: hexOf(reader.digest()) });
  }

  /** Sends what is held. Returns where the upload is. */
  async function append(): Promise<number> {
    mark();
    const startedAt = performance.now();
    const isLast = size !== undefined && offset + held.length === size;
    const answer = await transport.attempt({
      method: 'PATCH',
      path,
      signal,
      timeoutMs: pieceTimeoutMs,
      headers: {
        ...version,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(isLast && source.size === undefined && { 'upload-length': String(size) }),
      },
      body: held,
    });
    await answer.arrayBuffer();
    const tookMs = performance.now() - startedAt;
    if (tookMs < pieceMs.least) pieceBytes = Math.min(largestPiece, pieceBytes * 2);
    if (tookMs > pieceMs.most) pieceBytes = Math.max(smallestPiece, pieceBytes / 2);
    return offsetIn(answer);
  }

  async function askOffset(): Promise<number> {
    const answer = await transport.request({ method: 'HEAD', path, signal, headers: version });
    return offsetIn(answer);
  }

  async function finish(): Promise<Upload & { sha256: string }> {
    if (lastMark?.upload === created.id && offset > 0) await compare(lastMark);
    while (!isEnded) {
      await moveTo(offset);
      const before = offset;
      try {
        offset = await append();
      } catch (error) {
        // The server may have more than the line let us know.
        const isBehind = error instanceof ValiseProblem && isAboutOffset(error);
        if (!isBehind) await patience.afterFailure(error, true);
        offset = await askOffset();
        pieceBytes = smallestPiece;
        if (isBehind && offset === before) await patience.pause(error);
      }
      if (offset > before) patience.reset();
      tell(offset);
      isEnded = size !== undefined && offset === size;
    }
    await reader.skip(Infinity);
    const read = reader.position();
    if (read !== size) throw changed(source, read);
    await reader.end();
    return await verified(transport, path, hexOf(reader.digest()), created, signal);
  }

  try {
    return await finish();
  } catch (error) {
    if (error instanceof ValiseMismatch)
      await transport.request({ method: 'DELETE', path, signal });
    throw error;
  }
}

function isAboutOffset({ code }: ValiseProblem): boolean {
  return code === 'offset_conflict' || code === 'upload_locked' || code === 'checksum_mismatch';
}

function changed({ name, size }: Source, read: number): ValiseError {
  if (size === undefined) return new ValiseMismatch(`${name} has not as many bytes as before.`);
  return new ValiseMismatch(`${name} has ${read} bytes and not ${size}: it changed meanwhile.`);
}

function offsetIn(answer: Response): number {
  const offset = Number(answer.headers.get('upload-offset') ?? NaN);
  if (!Number.isSafeInteger(offset)) throw new ValiseError('The server names no Upload-Offset.');
  return offset;
}

/** Of many pieces, the server reads them back first. Then nothing is sent that it does not have as it was here. */
async function verified(
  transport: Transport,
  path: string,
  sha256: string,
  created: Upload,
  signal: AbortSignal | undefined,
): Promise<Upload & { sha256: string }> {
  let upload = created;
  // The server does not read back an empty one.
  if (upload.size === 0 && upload.state === 'complete') return { ...upload, sha256 };
  for (let pauseMs = 50; upload.sha256 === null && pauseMs < 30_000; pauseMs *= 1.5) {
    upload = await transport.read<Upload>({ method: 'GET', path, signal });
    if (upload.sha256 === null) await sleep(pauseMs, signal);
  }
  if (upload.sha256 !== null && upload.sha256 !== sha256) {
    throw new ValiseMismatch(`${upload.name}: the server has other bytes than those here.`);
  }
  return { ...upload, sha256 };
}

function metadataOf({ name, folder, type }: Source, key: string): string {
  const encoder = new TextEncoder();
  return Object.entries({ filename: name, folder, filetype: type, key })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([field, value]) => `${field} ${base64Of(encoder.encode(value))}`)
    .join(',');
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function digestOf(bytes: Uint8Array, hash: Sha256): Uint8Array {
  hash.update(bytes);
  return hash.digest();
}

/** 128 random bits. */
export function randomKey(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}
