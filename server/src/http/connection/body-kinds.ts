import type { FastifyRequest } from 'fastify';
import { badHeader } from './bad-request.ts';
import { charsetOf } from './charset.ts';

const expected = {
  json: { type: 'application/json', message: 'The body must be JSON, sent as application/json.' },
  multipart: {
    type: 'multipart/form-data',
    message: 'Files must be sent as multipart/form-data.',
  },
  tus: {
    type: 'application/offset+octet-stream',
    message: 'The bytes of an upload must be sent as application/offset+octet-stream.',
  },
  form: {
    type: 'application/x-www-form-urlencoded',
    message: 'The body must be a form, sent as application/x-www-form-urlencoded.',
  },
} as const;

export type BodyKind = keyof typeof expected;

/** Whether the request says that its body is of this kind. */
export function isOfKind({ headers }: Pick<FastifyRequest, 'headers'>, kind: BodyKind): boolean {
  const { 'content-type': contentType = '' } = headers;
  return contentType.split(';')[0]?.trim().toLowerCase() === expected[kind].type;
}

/** Refuses a body of another media type than the operation takes, and JSON in an unsupported charset. */
export function checkMediaType(request: FastifyRequest, kind: BodyKind): void {
  if (!isOfKind(request, kind)) {
    throw badHeader('content-type', expected[kind].message, `must be ${expected[kind].type}.`, {
      code: 'unsupported_media_type',
    });
  }
  if (kind === 'json') charsetOf(request.headers['content-type'] ?? '');
}

/** Refuses a body with a content coding: its true size would not be known. */
export function refuseContentCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() === 'identity') return;
  throw badHeader(
    'content-encoding',
    'Send the body as it is, without a Content-Encoding.',
    'must be left out.',
    { code: 'unsupported_media_type' },
  );
}
