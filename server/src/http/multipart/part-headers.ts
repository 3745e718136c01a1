import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Digest } from '../connection/digests.ts';
import { readDigests } from '../connection/digests.ts';
import { fileNameOf, utf8Of } from './file-name-parameter.ts';
import { parseParameters } from '../connection/content-type.ts';

/** How the data of a part is encoded for the way; `identity` is not at all. */
export type TransferEncoding = 'identity' | 'quoted-printable' | 'base64';

const encodings: Readonly<Record<string, TransferEncoding>> = {
  '7bit': 'identity',
  '8bit': 'identity',
  binary: 'identity',
  'quoted-printable': 'quoted-printable',
  base64: 'base64',
};

/** What a part says about itself before its data. */
export interface PartHeaders {
  fieldName: string;
  /** As the client sent it; undefined when it sent none. */
  fileName: string | undefined;
  contentType: string | undefined;
  /** How the text of a field is encoded; a file comes as it is. */
  encoding: TransferEncoding;
  /** What the data must hash to. */
  digests: readonly Digest[];
}

function broken(message: string): ValiseError {
  return new ValiseError('bad_request', `The multipart request is broken: ${message}`);
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
  const encoding = readTransferEncoding(headers.get('content-transfer-encoding'));
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

/** Undefined for an encoding that nobody here knows. */
function readTransferEncoding(header = 'binary'): TransferEncoding | undefined {
  return encodings[header.toLowerCase()];
}

/** Decodes the data of a text field. What is malformed stays as it came, as RFC 2045, 6.7 allows. */
export function decodeTransferEncoding(data: Buffer, encoding: TransferEncoding): Buffer {
  if (encoding === 'base64') return Buffer.from(data.toString('latin1'), 'base64');
  if (encoding === 'identity') return data;
  const text = data
    .toString('latin1')
    .replace(/[ \t]+$/gm, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
