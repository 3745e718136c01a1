import type { ValiseError } from '../../domain/model/valise-error.ts';
import { badBody } from '../connection/bad-request.ts';
import { parseParameters } from '../connection/header-parameters.ts';
import type { Digest } from '../connection/digests.ts';
import { readDigests } from '../connection/digests.ts';

/** The transfer encoding of a part; `identity` is none. */
export type TransferEncoding = 'identity' | 'quoted-printable' | 'base64';

const encodings: Readonly<Record<string, TransferEncoding>> = {
  '7bit': 'identity',
  '8bit': 'identity',
  binary: 'identity',
  'quoted-printable': 'quoted-printable',
  base64: 'base64',
};

/** The headers of a part. */
export interface PartHeaders {
  fieldName: string;
  /** As the client sent it; undefined when it sent none. */
  fileName: string | undefined;
  contentType: string | undefined;
  /** The encoding of a field's text; files are not encoded. */
  encoding: TransferEncoding;
  /** The declared hash of the data. */
  digests: readonly Digest[];
}

function broken(message: string): ValiseError {
  return badBody(`The multipart request is broken: ${message}`, `is broken: ${message}`);
}

/** Reads the header block of one part, given as latin1 text so that every byte is kept. */
export function parsePartHeaders(block: string): PartHeaders {
  const headers = new Map<string, string>();
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw broken('a part has a malformed header.');
    if (headers.has(name)) throw broken(`a part has two ${name} headers.`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition');
  const parsed = disposition === undefined ? undefined : parseParameters(disposition);
  const fieldName = parsed?.parameters.get('name');
  if (parsed?.value !== 'form-data' || fieldName === undefined) {
    throw broken('a part has no Content-Disposition of form-data with a name.');
  }
  const fileName = fileNameOf(parsed.parameters);
  const encoding = encodings[headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'];
  if (encoding === undefined || (fileName !== undefined && encoding !== 'identity')) {
    throw broken('a part has a Content-Transfer-Encoding that is not taken; send files as binary.');
  }
  return {
    fieldName: utf8Of(fieldName),
    fileName,
    contentType: headers.get('content-type'),
    encoding,
    digests: readDigests((name) => headers.get(name)),
  };
}

/** Decodes the data of a text field. Malformed data is kept as it is, as RFC 2045, 6.7 allows. */
export function decodeTransferEncoding(
  data: Buffer,
  encoding: Exclude<TransferEncoding, 'identity'>,
): Buffer {
  if (encoding === 'base64') return Buffer.from(data.toString('latin1'), 'base64');
  const text = data
    .toString('latin1')
    .split('\n')
    .map(withoutBlanksAtEnd)
    .join('\n')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

/** A line without the blanks before its end, which transport may have added; a `\r` belongs to the end. */
function withoutBlanksAtEnd(line: string): string {
  const lineEnd = line.endsWith('\r') ? line.length - 1 : line.length;
  let end = lineEnd;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return end === lineEnd ? line : line.slice(0, end) + line.slice(lineEnd);
}

/** No valid name contains a lone surrogate. */
const malformed = '\ud800';
const ascii = /^[\x20-\x7e]*$/;
/** One encoded word of RFC 2047: `=?charset*language?encoding?text?=`. */
const word = String.raw`=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?\s]*)\?=`;
const wordsAlone = new RegExp(`^${word}(?:[ \\t]*${word})*$`);

/**
 * The file name that a Content-Disposition carries. RFC 8187 wins over the continuations of RFC 2231,
 * and these over the plain form, which is raw UTF-8 or encoded words. Browsers write a quote as %22 and
 * leave every other percent sign alone, so only that one is undone.
 */
function fileNameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const plain = parameters.get('filename');
  const isExtended = Array.from(parameters.keys()).some((name) => name.startsWith('filename*'));
  const decoded = isExtended ? extendedNameOf(parameters) : undefined;
  if (decoded !== undefined) return decoded;
  // A name in an unknown form or charset is still a name.
  if (plain === undefined) return isExtended ? malformed : undefined;
  return wordsAlone.test(plain) ? decodeEncodedWords(plain) : utf8Of(plain).replaceAll('%22', '"');
}

function extendedNameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = parameters.get('filename*');
  return (
    (extended === undefined ? undefined : decodeExtended(extended)) ?? joinContinued(parameters)
  );
}

/** RFC 2231, 3 and 4.1: `filename*0*=UTF-8''%C3%85; filename*1="sa.pdf"`. */
function joinContinued(parameters: ReadonlyMap<string, string>): string | undefined {
  const head = splitCharset(parameters.get('filename*0*'));
  const plainHead = parameters.get('filename*0');
  if (head === undefined && plainHead === undefined) return undefined;
  let latin1 = head === undefined ? (plainHead ?? '') : unescapePercent(head.text);
  for (let index = 1; ; index += 1) {
    const escaped = parameters.get(`filename*${index}*`);
    const next =
      escaped === undefined ? parameters.get(`filename*${index}`) : unescapePercent(escaped);
    if (next === undefined) break;
    latin1 += next;
  }
  return decodeBytes(latin1, head?.charset ?? 'utf-8');
}

function decodeExtended(value: string): string | undefined {
  const split = splitCharset(value);
  if (split === undefined || !/^(?:%[0-9A-Fa-f]{2}|[!#$&+.^_`|~0-9A-Za-z-])*$/.test(split.text)) {
    return undefined;
  }
  return decodeBytes(unescapePercent(split.text), split.charset);
}

function splitCharset(value: string | undefined): { charset: string; text: string } | undefined {
  const [, charset, text] = /^([A-Za-z0-9-]+)'[A-Za-z0-9-]*'(.*)$/s.exec(value ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  return { charset: charset.toLowerCase(), text };
}

function unescapePercent(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

function decodeBytes(latin1: string, charset: string): string | undefined {
  if (charset === 'iso-8859-1') return latin1;
  return charset === 'utf-8' ? utf8Of(latin1) : undefined;
}

/** Bytes that are not UTF-8 become a malformed name. */
function utf8Of(latin1: string): string {
  if (ascii.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : malformed;
}

/**
 * The text of a value that consists of encoded words only, as .NET and Indy write file names; the blanks
 * between them are ignored. Words that cannot be decoded become a malformed name.
 */
function decodeEncodedWords(value: string): string {
  let text = '';
  let charset = '';
  let bytes: Buffer[] = [];
  // Some clients cut in the middle of a character: neighbours of one charset are decoded together.
  for (const [, name = '', encoding = '', content = ''] of value.matchAll(new RegExp(word, 'g'))) {
    if (name.toLowerCase() !== charset) {
      text += decodeWords(bytes, charset);
      charset = name.toLowerCase();
      bytes = [];
    }
    bytes.push(encoding.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : decodeQ(content));
  }
  return text + decodeWords(bytes, charset);
}

function decodeQ(content: string): Buffer {
  const latin1 = content
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function decodeWords(bytes: readonly Buffer[], charset: string): string {
  if (bytes.length === 0) return '';
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(Buffer.concat(bytes));
  } catch {
    return malformed;
  }
}
