import type { IncomingMessage } from 'node:http';

import type { GrantUpload } from '../../domain/grants/grant-upload.ts';
import type { ErrorCode, ValiseError } from '../../domain/model/valise-error.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { Texts } from '../../i18n/texts/texts.ts';
import { requestDigests, verifyDigests } from '../connection/digests.ts';
import { takeBody } from '../connection/take-body.ts';
import type { Part } from '../multipart/multipart-parts.ts';
import {
  boundaryOf,
  incomingFileOf,
  multipartParts,
  readField,
  refuseManyFields,
  refuseOtherFile,
} from '../multipart/multipart-parts.ts';

/** The state of a form while it arrives; a refused one is shown to its sender again. */
export interface Form {
  message: string | undefined;
  /** How the sender calls themselves. */
  from: string | undefined;
  /** The name of the last file, as it was sent. */
  fileName: string | undefined;
}

/** Passes the files of a form to the upload, and records its other fields in `form`. */
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
      if (part.headers.fieldName === 'from') form.from = text;
    }
  }
}

/** An empty file field arrives as a file without a name. */
function isFile({ headers }: Part): boolean {
  return headers.fieldName === 'file' && headers.fileName !== '';
}

/** Browsers end the lines of a form in CR LF on every system. */
function messageOf(text: string): string | undefined {
  const message = text.replaceAll('\r\n', '\n').trim();
  return message === '' ? undefined : message;
}

/** Why a form was refused, as far as its sender can correct it. */
export type RefusalText = keyof Texts['upload']['refusals'];

/** The text that tells a contact why nothing was sent; codes that are not named here have `failed`. */
export const refusalTexts: Partial<Record<ErrorCode, RefusalText>> = {
  too_large: 'tooLarge',
  no_files: 'noFiles',
  invalid: 'invalid',
  insufficient_storage: 'noSpace',
  not_found: 'ended',
  code_needed: 'locked',
};

export function refusalTextOf({ code }: ValiseError): RefusalText {
  return refusalTexts[code] ?? 'failed';
}
