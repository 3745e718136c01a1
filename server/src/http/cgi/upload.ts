import { Readable } from 'node:stream';
import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import { mediaTypeOf } from '../../domain/media-type.ts';
import type { TrayUpload } from '../../domain/tray-upload.ts';
import { ValiseError, invalid } from '../../domain/valise-error.ts';
import { boundaryOf } from '../multipart/boundary.ts';
import type { Part } from '../multipart/multipart-parts.ts';
import { multipartParts } from '../multipart/multipart-parts.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { statusDone } from './wire.ts';

const maxFields = 64;
const maxFieldBytes = 64 * 1024;

/** Operation 7: files enter the tray, all of one request or none. */
export function uploadRoutes({ tray }: Services, { maxFiles }: { maxFiles: number }): Route[] {
  return [
    {
      path: '/:user/cgi/upload.cgi',
      access: 'account+token',
      methods: {
        POST: {
          body: 'multipart',
          async handle({ account, actor }, request, reply) {
            const boundary = boundaryOf(request.headers['content-type'] ?? '');
            // Leaving the loop must not close the socket: the answer still has to get through.
            const source = request.raw.iterator({ destroyOnReturn: false });
            const upload = await tray.beginUpload(account);
            try {
              await receiveParts(multipartParts(source, boundary), upload, maxFiles);
              await upload.commit(actor);
            } finally {
              await upload.abort();
            }
            // A stream has no Content-Length: existing clients are used to a chunked answer here.
            return reply
              .type('application/json; charset=utf-8')
              .send(Readable.from([JSON.stringify(statusDone)]));
          },
        },
      },
    },
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
      await receiveFile(part, upload);
    } else {
      fields += 1;
      if (fields > maxFields) {
        throw new ValiseError('too_large', `A request can carry at most ${maxFields} fields.`);
      }
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

async function receiveFile({ headers, body }: Part, upload: TrayUpload): Promise<void> {
  const { name, problem } = parseFileName(headers.fileName ?? '');
  if (problem !== undefined) throw invalid([{ field: 'file', problem: fileNameProblems[problem] }]);
  await upload.receive({ name, mediaType: mediaTypeOf(headers.contentType, name), content: body });
}

async function readField({ headers, body }: Part): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxFieldBytes) {
      throw new ValiseError(
        'too_large',
        `The field ${headers.fieldName.slice(0, 64)} is larger than ${maxFieldBytes} bytes.`,
      );
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
