import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppendHeaders } from '#protocol/schemas/tus.ts';
import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import type { GrantAllowance } from '../../domain/grants/commands.ts';
import type { AnnouncedFile, Continuation } from '../../domain/grants/resumable-uploads.ts';
import { mediaTypeOf } from '../../domain/model/file.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';

const version = '1.0.0';

/** On every answer of a route that speaks tus, whatever it is. */
export const tusAnswer = { 'tus-resumable': version };

/** What the server can do, and how large a file it takes. See https://tus.io/protocols/resumable-upload. */
export function abilitiesFor({ bytes, fileBytes }: GrantAllowance): Record<string, string> {
  const maxBytes = Math.min(bytes ?? Infinity, fileBytes ?? Infinity);
  return {
    'tus-version': version,
    'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
    ...(Number.isFinite(maxBytes) ? { 'tus-max-size': String(maxBytes) } : {}),
  };
}

/** Refuses a request that speaks another version. */
export function refuseOtherVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new ValiseError('tus_version', `Speak tus ${version}, and say so in Tus-Resumable.`);
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

/** By the protocol a server knows SHA-1 at least. It guards against broken lines, not against people. */
const checksumAlgorithms = ['sha1', 'sha256'];

/** What is said of an `Upload-Checksum` that does not fit the schema. */
export function noChecksum(): ValiseError {
  return new ValiseError(
    'bad_request',
    `Upload-Checksum must hold ${checksumAlgorithms.join(' or ')}, a blank, and the checksum in Base64.`,
  );
}

/** The content, held to its `Upload-Checksum` where it has one. */
export function withChecksum(
  { headers }: FastifyRequest,
  content: IncomingContent,
): Pick<Continuation, 'content' | 'verify'> {
  const { 'upload-checksum': checksum } = headers as AppendHeaders;
  if (checksum === undefined) return { content };
  const [algorithm = '', encoded = ''] = checksum.trim().split(' ');
  const expected = Buffer.from(encoded, 'base64');
  const hash = createHash(algorithm);

  async function* hashed(): AsyncGenerator<readonly Buffer[], void, undefined> {
    for await (const pieces of content) {
      for (const piece of pieces) hash.update(piece);
      yield pieces;
    }
  }
  return {
    content: hashed(),
    verify() {
      if (hash.digest().equals(expected)) return;
      throw new ValiseError(
        'checksum_mismatch',
        'What came is not what Upload-Checksum says, and was not kept. Send it again.',
      );
    },
  };
}

const pairPattern = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;
const maxFingerprint = 200;
/** For a file of which no name was said. */
const namelessFile = 'file';

/**
 * What a client says about the file. All of it is kept word for word; `filename`, `filetype` and
 * `fingerprint` mean something here (`name` and `type` are what some clients say instead).
 */
export function parseUploadMetadata(header: string): Omit<AnnouncedFile, 'sizeBytes'> {
  const values = parsePairs(header);
  const { name, problem } = parseFileName(
    values.get('filename') ?? values.get('name') ?? namelessFile,
  );
  if (problem !== undefined) {
    throw invalid([{ field: 'filename', problem: fileNameProblems[problem] }]);
  }
  const fingerprint = values.get('fingerprint') ?? '';
  if (fingerprint.length > maxFingerprint) {
    throw invalid([{ field: 'fingerprint', problem: `is over ${maxFingerprint} characters.` }]);
  }
  const mediaType = mediaTypeOf(values.get('filetype') ?? values.get('type'), name);
  return { name, mediaType, fingerprint, metadata: header };
}

/** A request may say nothing about its file: then there are none. */
function parsePairs(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairPattern.exec(pair.trim()) ?? [];
    if (key === undefined || values.has(key)) {
      throw new ValiseError(
        'bad_request',
        'Upload-Metadata must hold pairs of a key and a Base64 value, with commas between, and no key twice.',
      );
    }
    values.set(key, utf8Of(Buffer.from(value, 'base64')));
  }
  return values;
}

/** Bytes that are no UTF-8 become a lone surrogate, which no valid name holds. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
