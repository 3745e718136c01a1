import { totalLength } from '../../domain/files/incoming-content.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Charset } from '../connection/content-type.ts';
import { charsetOf, decodeText } from '../connection/content-type.ts';
import type { Part } from './multipart-parts.ts';
import { decodeTransferEncoding } from './part-headers.ts';

/** How many parts that are no file one form may have. */
const maxFields = 64;
const maxFieldBytes = 64 * 1024;

/** The text of a part that is no file. */
export async function readField({ headers, body }: Part): Promise<string> {
  const text: Buffer[] = [];
  let length = 0;
  for await (const pieces of body) {
    length += totalLength(pieces);
    if (length > maxFieldBytes) {
      throw new ValiseError(
        'too_large',
        `The field ${headers.fieldName.slice(0, 64)} is larger than ${maxFieldBytes} bytes.`,
      );
    }
    text.push(...pieces);
  }
  const bytes = decodeTransferEncoding(Buffer.concat(text), headers.encoding);
  return decodeText(bytes, fieldCharset(headers.contentType), 'A field of the form');
}

/** ASCII, which clients declare for short texts, is UTF-8 as it is. */
function fieldCharset(contentType = ''): Charset {
  return charsetOf(contentType.replace(/charset="?us-ascii"?/i, 'charset=utf-8'));
}

/** Throws when a form has had too many fields. */
export function refuseManyFields(count: number): void {
  if (count <= maxFields) return;
  throw new ValiseError('too_large', `A request can carry at most ${maxFields} fields.`);
}
