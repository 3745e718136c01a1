import type { IncomingMessage } from 'node:http';
import type { GrantUpload } from '../../domain/grants/grant-upload.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { requestDigests, verifyDigests } from '../connection/digests.ts';
import { boundaryOf } from '../multipart/boundary.ts';
import { incomingFileOf, refuseOtherFile } from '../multipart/incoming-file.ts';
import type { Part } from '../multipart/multipart-parts.ts';
import { multipartParts } from '../multipart/multipart-parts.ts';
import { readField, refuseManyFields } from '../multipart/read-field.ts';
import { takeBody } from '../connection/take-body.ts';

/** What is known of a form while it comes in; a refused one is shown to its sender again. */
export interface Form {
  message: string | undefined;
  /** The name of the file that came in last, as it was sent. */
  fileName: string | undefined;
}

/** Hands the files of a form to the upload, and notes in `form` what else it holds. */
export async function receiveForm(
  request: IncomingMessage,
  upload: GrantUpload,
  { form, memory }: { form: Form; memory: TransferMemory },
): Promise<void> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const digests = requestDigests(request.headers);
  const body = takeBody(request, memory);
  try {
    const content = verifyDigests(body.content, digests);
    await receiveParts(multipartParts(content, boundary), upload, form);
  } finally {
    body.release();
  }
}

async function receiveParts(
  parts: AsyncIterable<Part>,
  upload: GrantUpload,
  form: Form,
): Promise<void> {
  let fields = 0;
  for await (const part of parts) {
    if (isFile(part)) {
      form.fileName = part.headers.fileName;
      await upload.receive(incomingFileOf(part));
      form.fileName = undefined;
    } else {
      if (part.headers.fieldName !== 'file') refuseOtherFile(part.headers);
      fields += 1;
      refuseManyFields(fields);
      const text = await readField(part);
      if (part.headers.fieldName === 'message') form.message = messageOf(text);
    }
  }
}

/** A file field that was left empty comes as a file without a name. */
function isFile({ headers }: Part): boolean {
  return headers.fieldName === 'file' && headers.fileName !== '';
}

/** Browsers end the lines of a form in CR LF, whatever the sender's own system does. */
function messageOf(text: string): string | undefined {
  const message = text.replaceAll('\r\n', '\n').trim();
  return message === '' ? undefined : message;
}
