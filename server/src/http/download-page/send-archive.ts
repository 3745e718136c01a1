import type { OutgoingHttpHeaders } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { replaceOverrides } from '#protocol/untrusted-text.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import { distinctName } from '../../domain/files/files.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { deliver } from '../sending/deliver.ts';
import { attachmentNamed } from '../sending/send-file.ts';
import { zipStream } from '../sending/zip-stream.ts';

interface Archive {
  name: string;
  files: readonly StoredFile[];
  watch: TransferWatch;
  /** The content of a file; opened when its turn has come. */
  read: (file: StoredFile) => AsyncIterable<Buffer>;
  /** Called for each file that was sent, as soon as its last byte was, or in part. */
  onFile: (file: StoredFile, end: DownloadEnd) => Promise<void>;
}

/** Answers with all files as one ZIP, created while it is sent. */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, files, watch, read, onFile }: Archive,
): Promise<FastifyReply> {
  const names = archiveNames(files.map((file) => file.name));
  const archive = zipStream(
    files.map((file, at) => ({
      name: names[at] ?? file.name,
      sizeBytes: file.sizeBytes,
      modifiedAt: file.createdAt,
      read: () => read(file),
    })),
  );
  const { sizeBytes, spans } = archive;
  reply.headers({
    'content-type': 'application/zip',
    'content-length': sizeBytes,
    'content-disposition': attachmentNamed(name),
    'accept-ranges': 'none',
    'content-security-policy': filePolicy,
  });
  if (request.method === 'HEAD') return await reply.send();

  // They do not wait for each other: concurrent ones can be recorded together.
  const records: Promise<void>[] = [];
  function record(at: number, end: DownloadEnd): void {
    const file = files[at];
    if (file === undefined) return;
    const recorded = onFile(file, end).catch((error: unknown) => {
      request.log.error({ err: error }, 'a download could not be written down');
    });
    records.push(recorded);
  }

  let sent = 0;
  let next = 0;
  function onSent(bytes: number): void {
    sent += bytes;
    for (let span = spans[next]; span !== undefined && sent >= span.end; span = spans[next]) {
      record(next, { outcome: 'complete', bytes: span.end - span.start });
      next += 1;
    }
  }

  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const { outcome, bytes, bytesAfterEnd } = await deliver(request, reply.raw, {
    content: archive.content(),
    sizeBytes,
    watch,
    onSent,
  });
  const reading = archive.place();
  for (; outcome !== 'complete' && next <= reading; next += 1) {
    const { start, end } = spans[next] ?? { start: bytes, end: bytes };
    const part = Math.max(0, Math.min(bytes, end - 1) - start);
    const isLast = next === reading;
    if (part === 0 && !(isLast && (outcome === 'damaged' || outcome === 'ended'))) continue;
    // Of the bytes after the end, only this file's content: neither headers nor other files.
    const ofThis =
      bytesAfterEnd && Math.max(0, Math.min(part, start + part - (bytes - bytesAfterEnd)));
    record(next, { outcome: isLast ? outcome : 'aborted', bytes: part, bytesAfterEnd: ofThis });
  }
  await Promise.all(records);
  return reply;
}

/** What some file system forbids in a name. */
const troublesome = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows reserves for devices, whatever extension follows. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** The name of the archive of all files. */
export function archiveNameOf(serviceName: string, sentAt: Instant): string {
  return `${safeName(serviceName)} ${new Date(sentAt).toISOString().slice(0, 10)}.zip`;
}

/** Names under which all the files can be unpacked side by side on any system, in their order. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The number to try next for each name: thousands may differ only in case. */
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    const safe = safeName(name);
    const firstNumber = nextNumbers.get(folded(safe)) ?? 2;
    let tries = 0;
    function isTaken(candidate: string): boolean {
      tries += 1;
      return taken.has(folded(candidate));
    }
    const distinct = distinctName(safe, isTaken, firstNumber);
    // The first try is the name as it is.
    nextNumbers.set(folded(safe), firstNumber + tries - 1);
    taken.add(folded(distinct));
    return distinct;
  });
}

/** The name without what a file system forbids; Windows drops blanks and dots at the end. */
function safeName(name: string): string {
  return replaceOverrides(name.toWellFormed(), '_')
    .replace(troublesome, '_')
    .replace(devices, '_$&')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
}

/** Many file systems treat `A` and `a` as the same name. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
