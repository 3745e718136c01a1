import type { IncomingHttpHeaders } from 'node:http';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** What identifies the content that a client may have cached. */
export interface Validators {
  etag: string;
  /** In whole seconds, as HTTP dates are. */
  lastModified: Date;
}

/**
 * The range that a request asks for, undefined for the whole, or the status of an answer without content:
 * the conditions do not hold, or the range is not there.
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  validators: Validators,
  sizeBytes: number,
): ByteRange | 304 | 412 | 416 | undefined {
  if (conditionalHeaders.some((name) => headers[name] !== undefined)) {
    const condition = evaluateConditions(headers, validators);
    if (condition === 'not_modified') return 304;
    if (condition === 'precondition_failed') return 412;
  }
  if (headers.range === undefined) return undefined;
  if (!allowsRange(singleHeader(headers['if-range']), validators)) return undefined;
  const range = parseByteRange(headers.range, sizeBytes);
  return range === 'unsatisfiable' ? 416 : range;
}

const conditionalHeaders = [
  'if-match',
  'if-unmodified-since',
  'if-none-match',
  'if-modified-since',
] as const;

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

/** Whether an If-Match or If-None-Match lists a tag, or any. */
export function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
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

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}

/** What API v1 says where conditions do not hold. */
export function preconditionFailed(): ValiseError {
  return new ValiseError(
    'precondition_failed',
    'It is not in the state that If-Match or If-None-Match demands. Read it again.',
  );
}
