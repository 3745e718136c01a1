import { badBody, badHeader } from './bad-request.ts';
import { parseParameters } from './header-parameters.ts';

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

/** The charset that a content type declares; UTF-8 where it declares none. Throws on any other. */
export function charsetOf(contentType: string): Charset {
  const declared = parseParameters(contentType)?.parameters.get('charset') ?? 'utf-8';
  const charset = charsetsByName[declared.toLowerCase()];
  if (charset !== undefined) return charset;
  throw badHeader(
    'content-type',
    'Send text as UTF-8, or declare its charset as ISO-8859-1 or windows-1252.',
    'names a charset that is not known here.',
    { code: 'unsupported_media_type' },
  );
}

/** Throws `bad_request` where the bytes are not valid text of that charset: nothing is stored garbled. */
export function decodeText(bytes: Uint8Array, charset: Charset, what: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw badBody(`${what} is not valid UTF-8.`, 'is not valid UTF-8.', { cause: error });
  }
}
