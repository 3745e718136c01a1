import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import type { AppendHeaders, CreationHeaders, UploadParams } from '#protocol/schemas/tus.ts';
import type { GrantAllowance, UploadOwner } from '../../domain/grants/commands.ts';
import type {
  AnnouncedFile,
  Announcing,
  Continuation,
} from '../../domain/grants/resumable-uploads.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import { checkMediaType } from '../connection/preconditions.ts';
import { takeBody } from '../connection/take-body.ts';
import { tusChecks } from '../generated/checks.js';
import type { PublicHandler, Route, Services } from '../routing/route.ts';

/** What the uploads of a request belong to, and who sends them. */
export interface TusClient {
  owner: UploadOwner;
  actor: Actor;
}

interface Options {
  /** The path of the routes, with `:secret` in it. */
  path: string;
  /** The path of a request, with its secret. */
  addressOf: (request: FastifyRequest) => string;
  /** Whether uploads can be deleted here. */
  isRemovable: boolean;
  /** Authorises a request, or throws. */
  find: (request: FastifyRequest) => Promise<TusClient>;
}

type Handler = (client: TusClient, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A file up to this size that comes with its creation is stored in one step, or not at all: to send it again is cheap. */
const smallFileBytes = 2 ** 20;

/** Resumable upload: tus 1.0 with the extensions that `OPTIONS` names, under a secret address. */
export function tusRoutes(
  { resumableUploads, transferMemory }: Services,
  { path, addressOf, isRemovable, find }: Options,
): Route[] {
  function tus(handle: Handler): PublicHandler {
    return async (request, reply) => await handle(await find(request), request, reply);
  }

  /** Throws why a request does not fit, in the same order of checks. */
  const explain: PublicHandler = async (request, reply) => {
    refuseOtherVersion(request, reply);
    await find(request);
    if (request.method === 'POST') explainCreation(request);
    if (request.method === 'PATCH') explainAppend(request);
  };

  const options = tus(async ({ owner }, _request, reply) =>
    reply
      .code(204)
      .headers(abilitiesFor(await resumableUploads.allowanceOf(owner), isRemovable))
      .send(),
  );

  /** Adds the body of a request to an upload. */
  async function take(
    { owner }: TusClient,
    request: FastifyRequest,
    { id, offset }: { id: string; offset: number },
  ): Promise<IncomingUpload> {
    const { raw } = request;
    const declaredBytes = Number(raw.headers['content-length'] ?? 0);
    const body = takeBody(raw, transferMemory);
    try {
      return await resumableUploads.append(owner, id, {
        ...withChecksum(request, body.content),
        offset,
        declaredBytes,
        cutOff: () => raw.destroy(),
      });
    } finally {
      body.release();
    }
  }

  /** Creates an upload with the bytes of the request. A refused client never learns of it: it is deleted. */
  async function takeFirst(
    client: TusClient,
    request: FastifyRequest,
    file: AnnouncedFile,
    announcing: Announcing,
  ): Promise<IncomingUpload> {
    const { actor, owner } = client;
    if (isWholeAndSmall(request, file)) {
      const body = takeBody(request.raw, transferMemory);
      try {
        const brought = { ...announcing, ...withChecksum(request, body.content) };
        return await resumableUploads.receiveAnnounced(actor, owner, file, brought);
      } finally {
        body.release();
      }
    }
    const { id } = await resumableUploads.begin(actor, owner, file, announcing);
    try {
      return await take(client, request, { id, offset: 0 });
    } catch (error) {
      // What another request of the same client began at the same time stays.
      if (!isOfOtherRequest(error)) await resumableUploads.cancel(actor, owner, id);
      throw error;
    }
  }

  const create = tus(async (client, request, reply) => {
    const headers = request.headers as CreationHeaders;
    const bringsBytes = hasBody(request);
    if (bringsBytes) checkMediaType(request, 'tus');
    const { isKeyed, ...described } = parseUploadMetadata(headers['upload-metadata'] ?? '');
    const file = { sizeBytes: Number(headers['upload-length']), ...described };
    if (bringsBytes && !tusChecks.tus_create_with_bytes.headers(headers)) explainBytes(request);
    const known = isKeyed ? await resumableUploads.findBegun(client.owner, file) : undefined;
    const upload =
      known ??
      (bringsBytes
        ? await takeFirst(client, request, file, { isKeyed })
        : await resumableUploads.begin(client.actor, client.owner, file, { isKeyed }));
    return await reply
      .code(201)
      .header('location', `${addressOf(request)}/${upload.id}`)
      .headers(progressHeaders(upload))
      .send();
  });

  const inspect = tus(async ({ owner }, request, reply) => {
    const upload = await resumableUploads.inspect(owner, uploadIdOf(request));
    return await reply.headers(descriptionHeaders(upload)).send();
  });

  const append = tus(async (client, request, reply) => {
    const offset = Number((request.headers as AppendHeaders)['upload-offset']);
    const upload = await take(client, request, { id: uploadIdOf(request), offset });
    return await reply.code(204).headers(progressHeaders(upload)).send();
  });

  const terminate = tus(async ({ actor, owner }, request, reply) => {
    await resumableUploads.cancel(actor, owner, uploadIdOf(request));
    return await reply.code(204).send();
  });

  return [
    {
      path,
      access: 'public',
      cost: 'request',
      headers: tusAnswer,
      methods: {
        OPTIONS: { schema: tusChecks.tus_describe, explain, handle: options },
        POST: { cost: 'transfer', schema: tusChecks.tus_create, explain, handle: create },
      },
    },
    {
      path: `${path}/:upload`,
      access: 'public',
      cost: 'request',
      headers: tusAnswer,
      // Clients of other programs, behind proxies that let no other method pass, know the page of a contact only.
      ...(isRemovable ? { overridable: ['PATCH', 'DELETE'] as const } : {}),
      methods: {
        OPTIONS: { schema: tusChecks.tus_describe_upload, explain, handle: options },
        HEAD: { schema: tusChecks.tus_status, explain, handle: inspect },
        PATCH: {
          body: 'tus',
          cost: 'transfer',
          schema: tusChecks.tus_append,
          explain,
          handle: append,
        },
        ...(isRemovable
          ? { DELETE: { schema: tusChecks.tus_terminate, explain, handle: terminate } }
          : {}),
      },
    },
  ];
}

/** Throws the fault of the headers of a creation that does not fit. */
function explainCreation(request: FastifyRequest): void {
  const { headers } = request;
  if ('upload-concat' in headers) {
    throw new ValiseError(
      'bad_request',
      'Send the file as one upload: Upload-Concat is not offered here.',
    );
  }
  if (hasBody(request)) checkMediaType(request, 'tus');
  const size = { ...tusAnswer, 'upload-length': headers['upload-length'] };
  if (!tusChecks.tus_create.headers(size)) throw noByteCount('upload-length');
  throw new ValiseError('headers_too_large', 'Upload-Metadata is over 4096 characters.');
}

/** Throws the fault of the headers of a PATCH that does not fit. */
function explainAppend(request: FastifyRequest): void {
  const offset = { ...tusAnswer, 'upload-offset': request.headers['upload-offset'] };
  if (!tusChecks.tus_append.headers(offset)) throw noByteCount('upload-offset');
  explainBytes(request);
}

/** Throws the fault of the headers of a request's bytes. */
function explainBytes({ headers }: FastifyRequest): never {
  const length = { 'content-length': headers['content-length'] };
  if (!tusChecks.tus_create_with_bytes.headers(length)) throw noByteCount('content-length');
  throw noChecksum();
}

function noByteCount(header: string): ValiseError {
  return new ValiseError('bad_request', `The header ${header} must hold a number of bytes.`);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function isWholeAndSmall({ headers }: FastifyRequest, { sizeBytes }: AnnouncedFile): boolean {
  return sizeBytes <= smallFileBytes && Number(headers['content-length']) === sizeBytes;
}

function isOfOtherRequest(error: unknown): boolean {
  const codes: readonly string[] = ['upload_locked', 'offset_conflict'];
  return error instanceof ValiseError && codes.includes(error.code);
}

function uploadIdOf(request: FastifyRequest): string {
  return (request.params as UploadParams).upload;
}

const version = '1.0.0';

/** On every answer of a tus route. */
const tusAnswer = { 'tus-resumable': version };

/** The capabilities of the server, and the largest file. See https://tus.io/protocols/resumable-upload. */
function abilitiesFor(
  { bytes, fileBytes }: GrantAllowance,
  isRemovable: boolean,
): Record<string, string> {
  const extensions = ['creation', 'creation-with-upload', 'expiration', 'checksum'];
  if (isRemovable) extensions.splice(2, 0, 'termination');
  const maxBytes = Math.min(bytes ?? Infinity, fileBytes ?? Infinity);
  return {
    'tus-version': version,
    'tus-extension': extensions.join(','),
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
    ...(Number.isFinite(maxBytes) ? { 'tus-max-size': String(maxBytes) } : {}),
  };
}

/** Refuses a request of another version. */
function refuseOtherVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new ValiseError('tus_version', `Speak tus ${version}, and say so in Tus-Resumable.`);
}

/** The offset of an upload, and its expiry. */
function progressHeaders({ receivedBytes, expiresAt }: IncomingUpload) {
  return {
    'upload-offset': String(receivedBytes),
    'upload-expires': new Date(expiresAt).toUTCString(),
  };
}

function descriptionHeaders(upload: IncomingUpload) {
  return {
    ...progressHeaders(upload),
    'upload-length': String(upload.sizeBytes),
    ...(upload.metadata === '' ? {} : { 'upload-metadata': upload.metadata }),
  };
}

/** The protocol demands SHA-1 at least. It protects against broken connections, not against attackers. */
const checksumAlgorithms = ['sha1', 'sha256'];

/** The error for an `Upload-Checksum` that does not fit the schema. */
function noChecksum(): ValiseError {
  return new ValiseError(
    'bad_request',
    `Upload-Checksum must hold ${checksumAlgorithms.join(' or ')}, a blank, and the checksum in Base64.`,
  );
}

/** The content, verified against its `Upload-Checksum` where it has one. */
function withChecksum(
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
/** The name of a file without one. */
const namelessFile = 'file';

/**
 * The metadata of a client. All of it is stored unchanged; `filename`, `filetype`, `fingerprint` and `key` are used here
 * (some clients send `name` and `type` instead).
 */
function parseUploadMetadata(header: string): Omit<AnnouncedFile, 'sizeBytes'> & Announcing {
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
  const isKeyed = (values.get('key') ?? '') !== '';
  return { name, mediaType, fingerprint, metadata: header, isKeyed };
}

/** A request may have no metadata. */
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

/** Bytes that are not UTF-8 become a lone surrogate, which no valid name contains. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
