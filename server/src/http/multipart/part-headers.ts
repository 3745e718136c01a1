import { ValiseError } from '../../domain/valise-error.ts';
import { parseParameters } from './parameters.ts';

/** What a part says about itself before its data. */
export interface PartHeaders {
  fieldName: string;
  /** As the client sent it; undefined when it sent none. */
  fileName: string | undefined;
  contentType: string | undefined;
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
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '8bit', '7bit'].includes(encoding)) {
    throw broken('parts must be sent as they are, without a Content-Transfer-Encoding.');
  }
  return {
    fieldName: utf8Of(fieldName),
    fileName: fileNameOf(parsed.parameters),
    contentType: headers.get('content-type'),
  };
}

/**
 * RFC 8187 wins over the plain form, which is raw UTF-8. Browsers write a quote as %22 and leave
 * every other percent sign alone, so only that one is undone.
 */
function fileNameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = parameters.get('filename*');
  const decoded = extended === undefined ? undefined : decodeExtended(extended);
  if (decoded !== undefined) return decoded;
  const plain = parameters.get('filename');
  return plain === undefined ? undefined : utf8Of(plain).replaceAll('%22', '"');
}

function decodeExtended(value: string): string | undefined {
  const match =
    /^([A-Za-z0-9-]+)'[A-Za-z0-9-]*'((?:%[0-9A-Fa-f]{2}|[!#$&+.^_`|~0-9A-Za-z-])*)$/.exec(value);
  const [, charset = '', text = ''] = match ?? [];
  const bytes = Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  if (charset.toLowerCase() === 'iso-8859-1') return bytes.toString('latin1');
  return charset.toLowerCase() === 'utf-8' ? utf8Of(bytes.toString('latin1')) : undefined;
}

const ascii = /^[\x20-\x7e]*$/;

/** Bytes that are no UTF-8 become a lone surrogate, which no valid name holds. */
function utf8Of(latin1: string): string {
  if (ascii.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
