import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import type { IncomingFile } from '../../domain/files/file-batch.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import { totalLength } from '../../domain/transfers/transfer-memory.ts';
import { badBody, badHeader } from '../connection/bad-request.ts';
import type { Charset } from '../connection/charset.ts';
import { charsetOf, decodeText } from '../connection/charset.ts';
import { parseParameters } from '../connection/header-parameters.ts';
import { verifyDigests } from '../connection/digests.ts';
import type { PartHeaders } from './part-headers.ts';
import { decodeTransferEncoding, parsePartHeaders } from './part-headers.ts';

export interface Part {
  headers: PartHeaders;
  /** The part's data as it arrives. It must be read to its end before the next part is requested. */
  body: AsyncGenerator<readonly Buffer[], void, undefined>;
}

const maxHeaderBytes = 16 * 1024;
/** Until this part has arrived, the files before it are not committed. */
const maxEpilogueBytes = 64 * 1024;
const maxParts = 10_000;
const crlf = Buffer.from('\r\n');

/**
 * The parts of a multipart body, as a pull stream: nothing is read from the source before the consumer asks
 * for it, and pieces are passed on uncopied. Anything malformed or incomplete throws `bad_request`; parts
 * are never skipped silently.
 */
export async function* multipartParts(
  source: IncomingContent,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  const reader = new DelimitedReader(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);

  if (!(await reader.skip(delimiter.subarray(crlf.length)))) {
    if (!(await reader.skip(delimiter))) throw broken('it does not begin with its boundary.');
  }
  for (let count = 0; await isPartNext(reader); count += 1) {
    if (count === maxParts) throw broken('it has too many parts.');
    if (await reader.skip(crlf)) throw broken('a part has no headers.');
    const block = await reader.takeText(Buffer.from('\r\n\r\n'), maxHeaderBytes);
    const body = reader.until(delimiter);
    yield { headers: parsePartHeaders(block), body };
    if (!(await body.next()).done) throw new Error('A part was not read to its end');
  }
  await reader.drain();
}

/** Reads what follows a delimiter: `--` closes the body, a line break opens another part. */
async function isPartNext(reader: DelimitedReader): Promise<boolean> {
  if (await reader.skip(Buffer.from('--'))) return false;
  const padding = await reader.takeText(crlf, maxHeaderBytes);
  if (!/^[ \t]*$/.test(padding)) throw broken('a boundary is malformed.');
  return true;
}

function broken(message: string, { isDamaged = false } = {}): ValiseError {
  const whole = `The multipart request is broken: ${message}`;
  return badBody(whole, `is broken: ${message}`, { isDamaged });
}

/** Whoever reads a file while it is sent, and loses it, sends such a body. */
function endsTooEarly(): ValiseError {
  return broken('it ends too early.', { isDamaged: true });
}

/** Splits a stream of buffers at byte sequences. */
class DelimitedReader {
  readonly #source: AsyncIterator<readonly Buffer[]>;
  #pending: Buffer = Buffer.alloc(0);
  /** The pieces that arrived together with `#pending` and follow it. */
  #following: Buffer[] = [];

  constructor(source: IncomingContent) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Appends the next piece, waiting for it where there is none; false at the end of the source. */
  async #more(): Promise<boolean> {
    while (!this.#appendFollowing()) {
      const next = await this.#source.next();
      if (next.done === true) return false;
      this.#following = [...next.value];
    }
    return true;
  }

  /** Appends the next available piece; false where there is none. */
  #appendFollowing(): boolean {
    const next = this.#following.shift();
    if (next === undefined) return false;
    this.#pending = this.#pending.length === 0 ? next : Buffer.concat([this.#pending, next]);
    return true;
  }

  /** Skips `expected` if it comes next. */
  async skip(expected: Buffer): Promise<boolean> {
    while (this.#pending.length < expected.length) {
      if (!expected.subarray(0, this.#pending.length).equals(this.#pending)) return false;
      if (!(await this.#more())) throw endsTooEarly();
    }
    if (!this.#pending.subarray(0, expected.length).equals(expected)) return false;
    this.#pending = this.#pending.subarray(expected.length);
    return true;
  }

  /**
   * Everything up to `end`, which is skipped; at most `limit` bytes. As text: a view of the buffer would
   * keep all of it, 64 KiB for each upload, for as long as the part is read.
   */
  async takeText(end: Buffer, limit: number): Promise<string> {
    let from = 0;
    for (;;) {
      const at = this.#pending.indexOf(end, from);
      if (at >= 0 && at <= limit) {
        const text = this.#pending.toString('latin1', 0, at);
        this.#pending = this.#pending.subarray(at + end.length);
        return text;
      }
      if (this.#pending.length > limit) throw broken('a part has too large a header.');
      from = Math.max(0, this.#pending.length - end.length);
      if (!(await this.#more())) throw endsTooEarly();
    }
  }

  /** Yields everything up to `end` as it arrives, and skips `end`. */
  async *until(end: Buffer): AsyncGenerator<readonly Buffer[], void, undefined> {
    for (;;) {
      const pieces: Buffer[] = [];
      const isAtEnd = this.#moveUntil(end, pieces);
      if (pieces.length > 0) yield pieces;
      if (isAtEnd) return;
      if (!(await this.#more())) throw endsTooEarly();
    }
  }

  /**
   * Moves the available bytes up to `end` into `pieces` and skips `end`; false where `end` is not there.
   */
  #moveUntil(end: Buffer, pieces: Buffer[]): boolean {
    do {
      const at = this.#pending.indexOf(end);
      if (at >= 0) {
        if (at > 0) pieces.push(this.#pending.subarray(0, at));
        this.#pending = this.#pending.subarray(at + end.length);
        return true;
      }
      const length = this.#pending.length - beginningAtEnd(this.#pending, end);
      if (length > 0) pieces.push(this.#pending.subarray(0, length));
      // A copy: the consumer of the piece owns its memory.
      this.#pending = Buffer.from(this.#pending.subarray(length));
    } while (this.#appendFollowing());
    return false;
  }

  /** Reads to the end of the source: what follows the closing boundary is ignored, and may not be much. */
  async drain(): Promise<void> {
    let bytes = 0;
    do {
      bytes += this.#pending.length;
      if (bytes > maxEpilogueBytes) throw broken('too much follows its closing boundary.');
      this.#pending = Buffer.alloc(0);
    } while (await this.#more());
  }
}

/** How many bytes at the end of `data` could be the beginning of `sequence`. */
function beginningAtEnd(data: Buffer, sequence: Buffer): number {
  const [first = 0] = sequence;
  const from = Math.max(0, data.length - sequence.length + 1);
  for (let at = data.indexOf(first, from); at >= 0; at = data.indexOf(first, at + 1)) {
    if (data.subarray(at).equals(sequence.subarray(0, data.length - at))) return data.length - at;
  }
  return 0;
}

/** RFC 2046, 5.1.1: at most 70 characters of this set, and no blank at the end. */
const allowed = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

/** The boundary that a multipart content type names. */
export function boundaryOf(contentType: string): string {
  const boundary = parseParameters(contentType)?.parameters.get('boundary');
  if (boundary === undefined || !allowed.test(boundary)) {
    throw badHeader(
      'content-type',
      'The multipart request names no usable boundary in its Content-Type.',
      'names no usable boundary.',
    );
  }
  return boundary;
}

/** A part named `file` as a file. Throws `invalid` when its name is invalid. */
export function incomingFileOf(part: Part): IncomingFile {
  const { name, problem } = parseFileName(part.headers.fileName ?? '');
  if (problem !== undefined) throw invalid([{ field: 'file', problem: fileNameProblems[problem] }]);
  return fileAt({ name }, part);
}

/** A part as a file of this name, whatever name the part has. */
export function fileAt(
  place: Pick<IncomingFile, 'name' | 'folder'>,
  { headers, body }: Part,
): IncomingFile {
  const content = verifyDigests(body, headers.digests);
  return { ...place, mediaType: mediaTypeOf(headers.contentType, place.name), content };
}

/** A file under another field than `file` would be dropped silently. */
export function refuseOtherFile({ fieldName, fileName }: Part['headers']): void {
  if (fileName === undefined) return;
  throw invalid([
    {
      field: fieldName.slice(0, 64),
      problem: 'is no field for a file: send each file in a field named file.',
    },
  ]);
}

/** The most parts of a form that are not files. */
const maxFields = 64;
const maxFieldBytes = 64 * 1024;

/** The text of a part that is not a file. */
export async function readField(
  { headers, body }: Part,
  maxBytes = maxFieldBytes,
): Promise<string> {
  const text: Buffer[] = [];
  let length = 0;
  for await (const pieces of body) {
    length += totalLength(pieces);
    if (length > maxBytes) {
      throw new ValiseError(
        'too_large',
        `The field ${headers.fieldName.slice(0, 64)} is larger than ${maxBytes} bytes.`,
      );
    }
    text.push(...pieces);
  }
  const sent = Buffer.concat(text);
  const bytes =
    headers.encoding === 'identity' ? sent : decodeTransferEncoding(sent, headers.encoding);
  const charset = headers.contentType === undefined ? 'utf-8' : fieldCharset(headers.contentType);
  return decodeText(bytes, charset, 'A field of the form');
}

/** ASCII, which clients declare for short texts, is UTF-8 as it is. */
function fieldCharset(contentType: string): Charset {
  return charsetOf(contentType.replace(/charset="?us-ascii"?/i, 'charset=utf-8'));
}

/** Throws when a form has had too many fields. */
export function refuseManyFields(count: number): void {
  if (count <= maxFields) return;
  throw new ValiseError('too_large', `A request can carry at most ${maxFields} fields.`);
}
