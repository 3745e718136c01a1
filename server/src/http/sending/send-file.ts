import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { OpenFile } from '../../domain/files/open-file.ts';
import type { Span } from '../../domain/model/download.ts';
import { essenceOf, unknownMediaType } from '../../domain/model/media-type.ts';
import {
  ValiseError,
  isIntegrityFault,
  isMissingBytes,
  isUnavailable,
} from '../../domain/model/valise-error.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { deliver } from './deliver.ts';

/** How a file is sent, where not as an attachment of a harmless type. */
export interface FileView {
  type: string;
  policy: string;
  /** Whether a browser shows the file instead of saving it. */
  isInline: boolean;
}

/**
 * Answers with a file, or the requested range of it. `onEnd` is called with the outcome and the span of the
 * file that was sent; it is not called when no content was requested. Throws when the stored bytes are
 * missing or their store is away; damaged data cuts the connection. A browser saves the file under a
 * harmless type, unless `view` says otherwise.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenFile,
  watch: TransferWatch,
  onEnd: (end: DownloadEnd, span: Span) => Promise<void>,
  view?: FileView,
): Promise<FastifyReply> {
  const { file } = opened;
  const headersBefore = { ...reply.getHeaders() };
  const validators = {
    etag: `"${file.sha256.toString('base64url')}"`,
    lastModified: new Date(Math.floor(file.createdAt / 1000) * 1000),
  };
  reply.headers({
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${file.sha256.toString('base64')}:`,
    'content-security-policy': view?.policy ?? filePolicy,
  });
  const range = requestedRange(request, validators, file.sizeBytes);
  if (typeof range === 'number') {
    if (range === 416) reply.header('content-range', `bytes */${file.sizeBytes}`);
    return await reply.code(range).send();
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
  }
  reply.headers({
    'content-type': view?.type ?? servedMediaType(file.mediaType),
    'content-length': end - start,
    'content-disposition': view?.isInline === true ? 'inline' : attachmentNamed(file.name),
  });
  if (request.method === 'HEAD') return await reply.send();

  async function writeDown(delivered: DownloadEnd): Promise<void> {
    try {
      await onEnd(delivered, { start, end: start + delivered.bytes });
    } catch (error) {
      request.log.error({ err: error }, 'a download could not be written down');
    }
  }

  try {
    const release = await opened.admit?.({ start, end });
    try {
      return await sendContent();
    } finally {
      release?.();
    }
  } catch (error) {
    // Nothing was sent: the answer is one about the error.
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.headers(headersBefore);
    throw error;
  }

  async function sendContent(): Promise<FastifyReply> {
    const { content, fault } = await readAhead(opened.read(start, end));
    if (fault !== undefined && isUnavailable(fault)) throw fault;
    if (fault !== undefined && isIntegrityFault(fault)) {
      request.log.error({ err: fault }, 'stored data failed its check');
      await writeDown({ outcome: 'damaged', bytes: 0 });
      const what = isMissingBytes(fault) ? 'missing' : 'damaged';
      throw new ValiseError('internal', `The content of this file is ${what} on the server.`, {
        cause: fault,
      });
    }
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    const delivered = await deliver(request, reply.raw, { content, sizeBytes: end - start, watch });
    await writeDown(delivered);
    return reply;
  }
}

/**
 * The range that a request asks for, undefined for the whole, or the status of an answer without content:
 * the conditions do not hold, or the range is not there.
 */
export function requestedRange(
  { headers }: FastifyRequest,
  validators: Validators,
  sizeBytes: number,
): ByteRange | 304 | 412 | 416 | undefined {
  const condition = evaluateConditions(headers, validators);
  if (condition === 'not_modified') return 304;
  if (condition === 'precondition_failed') return 412;
  if (!allowsRange(singleHeader(headers['if-range']), validators)) return undefined;
  const range = parseByteRange(headers.range, sizeBytes);
  return range === 'unsatisfiable' ? 416 : range;
}

/** The same content, read up to its first piece, and the error if that failed. */
export async function readAhead(
  content: AsyncIterable<Buffer>,
): Promise<{ content: AsyncIterable<Buffer>; fault?: unknown }> {
  const pieces = content[Symbol.asyncIterator]();
  const first = pieces.next();
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (let next = await first; next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  const [outcome] = await Promise.allSettled([first]);
  return { content: all(), ...(outcome.status === 'rejected' && { fault: outcome.reason }) };
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}

/**
 * Types that no browser runs, whatever else goes wrong. A list of those that it does run would never be
 * complete: JavaScript alone has sixteen names, and XML any number.
 */
const passiveTypes = new Set([
  'application/dicom',
  'application/edi-consent',
  'application/edi-x12',
  'application/edifact',
  'application/gzip',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/pgp-encrypted',
  'application/pgp-signature',
  'application/pkcs7-mime',
  'application/pkcs7-signature',
  'application/rtf',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/x-pkcs7-mime',
  'application/x-pkcs7-signature',
  'application/x-tar',
  'application/x-zip-compressed',
  'application/zip',
  'application/zstd',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/calendar',
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/vcard',
]);

/** Whole families: audio, video, and the documents of office programs. */
const passiveFamilies =
  /^(?:(?:audio|video)\/[\w.-]+|application\/vnd\.(?:ms-(?:excel|powerpoint|word|outlook)|openxmlformats-officedocument\.|oasis\.opendocument\.)[\w.-]*)$/;

/** The type that a file is sent with: its own where that is harmless, else that of plain bytes. */
export function servedMediaType(mediaType: string): string {
  const essence = essenceOf(mediaType);
  const isPassive = passiveTypes.has(essence) || passiveFamilies.test(essence);
  return isPassive ? essence : unknownMediaType;
}

/**
 * The header that makes a browser save a file under its name (RFC 6266). Both forms are always given: a
 * plain one for the oldest clients, and the exact one of RFC 8187.
 */
export function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/gu, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** What identifies the content that a client may have cached. */
export interface Validators {
  etag: string;
  /** In whole seconds, as HTTP dates are. */
  lastModified: Date;
}

export type ConditionResult = 'send' | 'not_modified' | 'precondition_failed';

/** Evaluates the conditional headers in the order of RFC 9110, 13.2.2. */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): ConditionResult {
  const ifMatch = headers['if-match'];
  const ifUnmodifiedSince = parseDate(headers['if-unmodified-since']);
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, etag, 'strong')) return 'precondition_failed';
  } else if (ifUnmodifiedSince !== undefined && lastModified > ifUnmodifiedSince) {
    return 'precondition_failed';
  }
  const ifNoneMatch = headers['if-none-match'];
  const ifModifiedSince = parseDate(headers['if-modified-since']);
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, etag, 'weak') ? 'not_modified' : 'send';
  return ifModifiedSince !== undefined && lastModified <= ifModifiedSince ? 'not_modified' : 'send';
}

/** Whether a Range may be honoured: an If-Range that does not match asks for the whole file. */
export function allowsRange(
  ifRange: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.includes('"')) return ifRange.trim() === etag;
  return parseDate(ifRange)?.getTime() === lastModified.getTime();
}

/** The bytes from `start` up to and not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range that a Range header asks for (RFC 9110, 14.2). Undefined for the whole file: no header, an
 * invalid one, another unit, or several ranges, all of which a server may ignore.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes[ \t]*=[ \t]*([0-9]{0,15})-([0-9]{0,15})[ \t]*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}

function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

function parseDate(header: string | undefined): Date | undefined {
  const time = header === undefined ? NaN : Date.parse(header);
  return Number.isNaN(time) ? undefined : new Date(time);
}
