import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { replaceOverrides } from '#protocol/untrusted-text.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import { distinctName } from '../../domain/files/distinct-name.ts';
import { inFileOrder } from '../../domain/files/file-order.ts';
import type { FilePart } from '../../domain/downloads/count-transfer.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Span } from '../../domain/model/download.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { filePathOf } from '../../domain/model/file.ts';
import type { FileId } from '../../domain/model/ids.ts';
import { isUnavailable } from '../../domain/model/valise-error.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { begun } from '../sending/begun.ts';
import { requestedRange } from '../sending/conditions.ts';
import { deliver } from '../sending/deliver.ts';
import { attachmentNamed } from '../sending/file-headers.ts';
import { overlapOf, within, zipStream } from '../sending/zip-stream.ts';

interface Archive {
  name: string;
  files: readonly StoredFile[];
  watch: TransferWatch;
  /** The content of a file in a span of it; opened when its turn has come. */
  readPart: (file: StoredFile, span: Span) => AsyncIterable<Buffer>;
  /** Called for each file that was sent in whole or in part, from `start` on, as soon as that was. */
  onPart: (file: StoredFile, end: DownloadEnd, start: number) => Promise<void>;
  /** Called before the first byte with all that the answer contains, as that of a file is. */
  admit: (parts: readonly FilePart[]) => Promise<() => void>;
  /** Called when the whole answer was sent, and each part of it recorded. */
  onSentAll: () => Promise<void>;
}

/**
 * Answers with all files as one ZIP, or the requested range of it, created while it is sent. Throws when the
 * store of the first file is away.
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, files: unsorted, watch, readPart, onPart, admit, onSentAll }: Archive,
): Promise<FastifyReply> {
  // A read for a checksum sends nothing, so that nothing else notices that the client went away.
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort();
  });
  const files = inFileOrder(unsorted);
  const names = archiveNames(files.map(filePathOf));
  const archive = zipStream(
    files.map((file, at) => ({
      name: names[at] ?? file.name,
      sizeBytes: file.sizeBytes,
      modifiedAt: file.createdAt,
      read: (span: Span) => readPart(file, span),
      checksum: () => checksumOf(file, readPart, gone.signal),
      onWhole: (checksum: number) => {
        keepChecksum(file, checksum);
      },
    })),
  );
  const { sizeBytes, spans } = archive;
  const headersBefore = { ...reply.getHeaders() };
  const newest = files.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  const validators = {
    etag: etagOf(names, files),
    lastModified: new Date(Math.floor(newest / 1000) * 1000),
  };
  reply.headers({
    etag: validators.etag,
    'accept-ranges': 'bytes',
    'content-security-policy': filePolicy,
  });
  const asked = requestedRange(request.headers, validators, sizeBytes);
  if (typeof asked === 'number') {
    if (asked === 416) reply.header('content-range', `bytes */${sizeBytes}`);
    return await reply.code(asked).send();
  }
  const range = asked ?? { start: 0, end: sizeBytes };
  if (asked !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${sizeBytes}`);
  }
  reply.headers({
    'content-type': 'application/zip',
    'content-length': range.end - range.start,
    'content-disposition': attachmentNamed(name),
  });
  if (request.method === 'HEAD') return await reply.send();

  // They do not wait for each other: concurrent ones can be recorded together.
  const records: Promise<void>[] = [];
  function record(at: number, end: DownloadEnd, start: number): void {
    const file = files[at];
    if (file === undefined) return;
    const recorded = onPart(file, end, start).catch((error: unknown) => {
      request.log.error({ err: error }, 'a download could not be written down');
    });
    records.push(recorded);
  }

  /** What the answer contains of each file, by the file's place in the archive. */
  const parts = spans.map((span) => partOf(range, span));
  let position = range.start;
  let next = 0;
  function onSent(bytes: number): void {
    position += bytes;
    for (let part = parts[next]; next < parts.length; part = parts[next]) {
      if (part !== undefined) {
        if (position < part.end) return;
        const { start, end } = within(part, spans[next] ?? part);
        record(next, { outcome: 'complete', bytes: end - start }, start);
      }
      next += 1;
    }
  }

  function removeHeaders(): void {
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.headers(headersBefore);
  }
  function listParts(): FilePart[] {
    return files.flatMap((file, at) => {
      const [part, span] = [parts[at], spans[at]];
      return part === undefined || span === undefined ? [] : [{ file, span: within(part, span) }];
    });
  }
  let release: () => void;
  try {
    release = await admit(listParts());
  } catch (error) {
    removeHeaders();
    throw error;
  }
  try {
    return await sendContent();
  } finally {
    release();
  }

  async function sendContent(): Promise<FastifyReply> {
    const content = begun(archive.content(range));
    await content.started().catch((fault: unknown) => {
      if (!isUnavailable(fault)) return;
      removeHeaders();
      throw fault;
    });
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    const { outcome, bytes, bytesAfterEnd } = await deliver(request, reply.raw, {
      content,
      sizeBytes: range.end - range.start,
      watch,
      onSent,
    });
    const reading = archive.place();
    const reached = range.start + bytes;
    for (; outcome !== 'complete' && next <= reading; next += 1) {
      const whole = spans[next] ?? { start: reached, end: reached };
      const { start, end } = parts[next] ?? whole;
      const sent = Math.max(0, Math.min(reached, end - 1) - start);
      const isLast = next === reading;
      if (sent === 0 && !(isLast && (outcome === 'damaged' || outcome === 'ended'))) continue;
      // Of the bytes after the end, only this file's content: neither headers nor other files.
      const ofThis =
        bytesAfterEnd && Math.max(0, Math.min(sent, start + sent - (reached - bytesAfterEnd)));
      const how = isLast ? outcome : 'aborted';
      record(next, { outcome: how, bytes: sent, bytesAfterEnd: ofThis }, start - whole.start);
    }
    await Promise.all(records);
    if (outcome === 'complete') {
      await onSentAll().catch((error: unknown) => {
        request.log.error({ err: error }, 'an archive could not be counted');
      });
    }
    return reply;
  }
}

/** What a range contains of a file. One without content is contained where its place is. */
function partOf(range: Span, span: Span): Span | undefined {
  if (span.start < span.end) return overlapOf(range, span);
  return range.start < span.start && span.start < range.end ? span : undefined;
}

/** The same for the same bytes: all that they depend on is hashed. */
function etagOf(names: readonly string[], files: readonly StoredFile[]): string {
  const hash = createHash('sha256');
  for (const [at, { sha256, sizeBytes, createdAt }] of files.entries()) {
    hash.update(JSON.stringify([names[at], sha256.toString('hex'), sizeBytes, createdAt]));
  }
  return `"${hash.digest('base64url')}"`;
}

/** Checksums of files that this process has read; each takes some hundred bytes. */
const knownChecksums = new Map<FileId, number>();
const maxKnownChecksums = 20_000;

/** The CRC-32 of a file, for which all of it is read where it is unknown. */
async function checksumOf(
  file: StoredFile,
  readPart: Archive['readPart'],
  signal: AbortSignal,
): Promise<number> {
  const known = knownChecksums.get(file.id);
  if (known !== undefined) return known;
  let crc = 0;
  for await (const piece of readPart(file, { start: 0, end: file.sizeBytes })) {
    crc = crc32(piece, crc);
    releaseMemory(piece);
    signal.throwIfAborted();
  }
  keepChecksum(file, crc);
  return crc;
}

function keepChecksum({ id }: StoredFile, checksum: number): void {
  if (knownChecksums.size >= maxKnownChecksums) {
    const [oldest] = knownChecksums.keys();
    if (oldest !== undefined) knownChecksums.delete(oldest);
  }
  knownChecksums.set(id, checksum);
}

/** What some file system forbids in a name. */
const troublesome = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows reserves for devices, whatever extension follows. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** The name of the archive of all files. */
export function archiveNameOf(serviceName: string, sentAt: Instant): string {
  return `${safeName(serviceName)} ${new Date(sentAt).toISOString().slice(0, 10)}.zip`;
}

/** Paths under which all the files can be unpacked on any system, in their order. None leads out of where that is. */
export function archiveNames(paths: readonly string[]): string[] {
  const places = paths.map((path) => {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(safeName);
    return { folder: segments.slice(0, -1).join('/'), name: segments.at(-1) ?? '' };
  });
  const taken = new Set(places.flatMap(({ folder }) => outerFolders(folded(folder))));
  /** The number to try next for each path: thousands may differ only in case. */
  const nextNumbers = new Map<string, number>();
  return places.map(({ folder, name }) => {
    const before = folder === '' ? '' : `${folder}/`;
    const key = folded(before + name);
    const firstNumber = nextNumbers.get(key) ?? 2;
    let tries = 0;
    function isTaken(candidate: string): boolean {
      tries += 1;
      return taken.has(folded(before + candidate));
    }
    const distinct = before + distinctName(name, isTaken, firstNumber);
    // The first try is the name as it is.
    nextNumbers.set(key, firstNumber + tries - 1);
    taken.add(folded(distinct));
    return distinct;
  });
}

/** The folder, and those that it is in. No file can have the name of one. */
function outerFolders(folder: string): string[] {
  const ends = Array.from(folder.matchAll(/\//g), ({ index }) => folder.slice(0, index));
  return folder === '' ? ends : [...ends, folder];
}

/** The name without what a file system forbids; Windows drops blanks and dots at the end. */
function safeName(name: string): string {
  const safe = replaceOverrides(name.toWellFormed(), '_')
    .replace(troublesome, '_')
    .replace(devices, '_$&');
  let end = safe.length;
  while (end > 0 && (safe[end - 1] === '.' || safe[end - 1] === ' ')) end -= 1;
  return safe.slice(0, end).padEnd(safe.length, '_');
}

/** Many file systems treat `A` and `a` as the same name. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
