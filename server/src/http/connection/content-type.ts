import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** A header value of the form `value; name=text; name="quoted text"`. */
export interface ParameterisedValue {
  value: string;
  /** By name in lower case. */
  parameters: ReadonlyMap<string, string>;
}

export type Charset = 'utf-8' | 'windows-1252';

/** ISO-8859-1 is read as windows-1252, which adds letters where the former has control characters. */
const charsetsByName: Readonly<Record<string, Charset>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};

const leading = /^[ \t]*([^;\s"]+)[ \t]*/;
const parameter =
  /^;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^;\s"]*))[ \t]*/;

/**
 * Undefined when the value is malformed or names a parameter twice. In a quoted text only `\"` and
 * `\\` are escapes: some clients send Windows paths as they are.
 */
export function parseParameters(header: string): ParameterisedValue | undefined {
  const start = leading.exec(header);
  const value = start?.[1];
  if (start === null || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  let rest = header.slice(start[0].length);
  while (rest !== '' && !/^;?[ \t]*$/.test(rest)) {
    const match = parameter.exec(rest);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, match[2]?.replace(/\\(["\\])/g, '$1') ?? match[3] ?? '');
    rest = rest.slice(match[0].length);
  }
  return { value: value.toLowerCase(), parameters };
}

/** The charset that a content type declares; UTF-8 where it declares none. Throws on any other. */
export function charsetOf(contentType: string): Charset {
  const declared = parseParameters(contentType)?.parameters.get('charset') ?? 'utf-8';
  const charset = charsetsByName[declared.toLowerCase()];
  if (charset !== undefined) return charset;
  throw new ValiseError(
    'unsupported_media_type',
    'Send text as UTF-8, or declare its charset as ISO-8859-1 or windows-1252.',
  );
}

/** Throws `bad_request` where the bytes are no text of that charset: nothing is stored garbled. */
export function decodeText(bytes: Uint8Array, charset: Charset, what: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ValiseError('bad_request', `${what} is not valid UTF-8.`, { cause: error });
  }
}

const expected = {
  json: { type: 'application/json', message: 'The body must be JSON, sent as application/json.' },
  multipart: {
    type: 'multipart/form-data',
    message: 'Files must be sent as multipart/form-data.',
  },
  tus: {
    type: 'application/offset+octet-stream',
    message: 'The bytes of an upload must be sent as application/offset+octet-stream.',
  },
  form: {
    type: 'application/x-www-form-urlencoded',
    message: 'The body must be a form, sent as application/x-www-form-urlencoded.',
  },
} as const;

/** Refuses a body of another kind than the operation takes, and JSON in a charset that nobody reads. */
export function checkMediaType(request: FastifyRequest, kind: keyof typeof expected): void {
  const { type, message } = expected[kind];
  const { 'content-type': contentType = '' } = request.headers;
  const essence = contentType.split(';')[0]?.trim().toLowerCase();
  if (essence !== type) throw new ValiseError('unsupported_media_type', message);
  if (kind === 'json') charsetOf(contentType);
}

/** Refuses a body that was packed for the journey: its true size would not be known. */
export function refuseContentCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() === 'identity') return;
  throw new ValiseError(
    'unsupported_media_type',
    'Send the body as it is, without a Content-Encoding.',
  );
}
