import { RefusedFile } from '../../../domain/contacts/contact-import.ts';
import { takeBody } from '../../connection/take-body.ts';
import type { Part } from '../../multipart/multipart-parts.ts';
import { boundaryOf, multipartParts, readField } from '../../multipart/multipart-parts.ts';
import type { Services } from '../../routing/route.ts';
import { tokenField } from '../../routing/session-guard.ts';
import type { PageContext } from './pages.ts';

/** The file of a form; undefined where none was chosen. */
export async function receiveFile(
  context: PageContext,
  transferMemory: Services['transferMemory'],
  maxBytes: number,
): Promise<Buffer | undefined> {
  return (await receiveForm(context, transferMemory, maxBytes)).file;
}

/** What was entered in a form with a file. */
interface FormWithFile {
  /** The one under the name `file`; undefined where none was chosen. */
  file: Buffer | undefined;
  /** The texts of all other fields, by their names. */
  fields: ReadonlyMap<string, string>;
}

/**
 * Reads a form whose token is its first part. Throws `RefusedFile` for a file or a field that is larger than
 * `maxBytes`.
 */
export async function receiveForm(
  { person, exchange }: PageContext,
  transferMemory: Services['transferMemory'],
  maxBytes: number,
): Promise<FormWithFile> {
  const { request } = exchange;
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const body = takeBody(request.raw, transferMemory);
  let file: Buffer | undefined;
  const fields = new Map<string, string>();
  let hasToken = false;
  try {
    for await (const part of multipartParts(body.content, boundary)) {
      if (!hasToken) {
        const isToken = part.headers.fieldName === tokenField;
        await person.checkToken(isToken ? await readField(part) : undefined);
        hasToken = true;
      } else {
        const content = await readPart(part, maxBytes);
        const { fieldName, fileName } = part.headers;
        if (fieldName !== 'file') fields.set(fieldName, content.toString('utf8'));
        else if (fileName !== '') file = content;
      }
    }
  } finally {
    body.release();
  }
  if (!hasToken) await person.checkToken(undefined);
  return { file, fields };
}

/** Throws `RefusedFile` as soon as a part is too large: no more of it is kept. */
async function readPart({ body }: Part, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const some of body) {
    for (const piece of some) size += piece.length;
    if (size > maxBytes) throw new RefusedFile('too_large');
    // The pieces belong to the reader, which uses their memory again.
    pieces.push(Buffer.concat(some));
  }
  return Buffer.concat(pieces);
}
