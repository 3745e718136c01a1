import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Digest } from '../connection/digests.ts';
import { readDigests } from '../connection/digests.ts';
import { fileNameOf, utf8Of } from './file-name-parameter.ts';
import { parseParameters } from '../connection/parameters.ts';
import type { TransferEncoding } from './transfer-encoding.ts';
import { readTransferEncoding } from './transfer-encoding.ts';

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
