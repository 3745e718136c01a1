import type { TrayUpload } from '../../domain/tray/tray.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { requestDigests, verifyDigests } from '../connection/digests.ts';
import { takeBody } from '../connection/take-body.ts';
import {
  boundaryOf,
  incomingFileOf,
  refuseOtherFile,
  multipartParts,
  readField,
  refuseManyFields,
} from '../multipart/multipart-parts.ts';
import type { Part } from '../multipart/multipart-parts.ts';
import { operations } from '../generated/operations.js';
import { ChunkedJson, route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { statusDone } from './wire.ts';

/** Operation 7: files are added to the tray, all of one request or none. */
export function uploadRoutes(
  { tray, transferMemory, keyWatch }: Services,
  { maxFiles }: { maxFiles: number },
): Route[] {
  return [
    route(operations.cgi.upload, async ({ account, keyId, actor }, _input, { request }) => {
      const boundary = boundaryOf(request.headers['content-type'] ?? '');
      const digests = requestDigests(request.headers);
      const upload = await tray.beginUpload(account);
      const body = takeBody(request.raw, transferMemory, (end) =>
        keyWatch.follow({ account, keyId }, end),
      );
      try {
        const content = verifyDigests(body.content, digests);
        await receiveParts(multipartParts(content, boundary), upload, maxFiles);
        await upload.commit(actor, keyId);
      } finally {
        body.release();
        await upload.abort();
      }
      return new ChunkedJson(JSON.stringify(statusDone));
    }),
  ];
}

async function receiveParts(
  parts: AsyncIterable<Part>,
  upload: TrayUpload,
  maxFiles: number,
): Promise<void> {
  let files = 0;
  let fields = 0;
  let asked = false;
  for await (const part of parts) {
    if (part.headers.fieldName === 'file') {
      files += 1;
      if (files > maxFiles) {
        throw new ValiseError('too_large', `A request can carry at most ${maxFiles} files.`);
      }
      await upload.receive(incomingFileOf(part));
    } else {
      refuseOtherFile(part.headers);
      fields += 1;
      refuseManyFields(fields);
      const value = await readField(part);
      if (part.headers.fieldName !== 'do') continue;
      if (value !== 'upload')
        throw new ValiseError('bad_request', 'The field do must be "upload".');
      asked = true;
    }
  }
  if (!asked)
    throw new ValiseError('bad_request', 'The field do with the value "upload" is missing.');
  if (files === 0) throw new ValiseError('bad_request', 'The request holds no part named file.');
}
