import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import type { GrantAllowance } from '../../domain/grants/grant-allowance.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { checksumAlgorithms } from './upload-checksum.ts';

const version = '1.0.0';

/** On every answer of a route that speaks tus, whatever it is. */
export const tusAnswer = { 'tus-resumable': version };

/** What the server can do, and how large a file it takes. See https://tus.io/protocols/resumable-upload. */
export function abilitiesFor({ bytes, fileBytes }: GrantAllowance): Record<string, string> {
  const maxBytes = Math.min(bytes ?? Infinity, fileBytes ?? Infinity);
  return {
    'tus-version': version,
    'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
    'tus-checksum-algorithm': Object.keys(checksumAlgorithms).join(','),
    ...(Number.isFinite(maxBytes) ? { 'tus-max-size': String(maxBytes) } : {}),
  };
}

/** Refuses a request that speaks another version. */
export function refuseOtherVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new ValiseError('tus_version', `Speak tus ${version}, and say so in Tus-Resumable.`);
}

/** A header that holds a number of bytes. Throws `bad_request` when it does not. */
export function getByteCount({ headers }: FastifyRequest, name: string): number {
  const text = headers[name];
  const bytes = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(bytes)) {
    throw new ValiseError('bad_request', `The header ${name} must hold a number of bytes.`);
  }
  return bytes;
}

/** How far an upload is, and until when it is kept. */
export function progressHeaders({ receivedBytes, expiresAt }: IncomingUpload) {
  return {
    'upload-offset': String(receivedBytes),
    'upload-expires': new Date(expiresAt).toUTCString(),
  };
}

export function descriptionHeaders(upload: IncomingUpload) {
  return {
    ...progressHeaders(upload),
    'upload-length': String(upload.sizeBytes),
    ...(upload.metadata === '' ? {} : { 'upload-metadata': upload.metadata }),
  };
}
