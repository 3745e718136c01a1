import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
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

/** Refuses a body of another media type than the operation takes, and JSON in an unsupported charset. */
export function checkMediaType(request: FastifyRequest, kind: keyof typeof expected): void {
  const { type, message } = expected[kind];
  const { 'content-type': contentType = '' } = request.headers;
  const essence = contentType.split(';')[0]?.trim().toLowerCase();
  if (essence !== type) throw new ValiseError('unsupported_media_type', message);
  if (kind === 'json') charsetOf(contentType);
}

/** Refuses a body with a content coding: its true size would not be known. */
export function refuseContentCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() === 'identity') return;
  throw new ValiseError(
    'unsupported_media_type',
    'Send the body as it is, without a Content-Encoding.',
  );
}
