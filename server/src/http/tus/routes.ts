import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppendHeaders, CreationHeaders, UploadParams } from '#protocol/schemas/tus.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { secretOf, actorOf } from '../link-pages/link-page.ts';
import { checkMediaType } from '../connection/preconditions.ts';
import type { PublicHandler, Route, Services } from '../routing/route.ts';
import { refuseForeignPage } from '../routing/access.ts';
import { takeBody } from '../connection/take-body.ts';
import { tusChecks } from '../generated/checks.js';
import type { GetGrant } from '../link-pages/link-page.ts';
import {
  abilitiesFor,
  descriptionHeaders,
  noChecksum,
  progressHeaders,
  refuseOtherVersion,
  tusAnswer,
  withChecksum,
  parseUploadMetadata,
} from './tus-headers.ts';

interface Options {
  publicUrl: string | undefined;
  getGrant: GetGrant;
}

type Handler = (grant: Grant, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Resumable upload: tus 1.0 with the extensions that `OPTIONS` names, under the page's own link. */
export function tusRoutes(
  { returning, uploading, transferMemory }: Services,
  { publicUrl, getGrant }: Options,
): Route[] {
  function tus(handle: Handler): PublicHandler {
    return async (request, reply) => {
      refuseForeignPage(request, publicUrl);
      return await handle(await getGrant(request), request, reply);
    };
  }

  /** Throws why a request does not fit, in the same order of checks. */
  const explain: PublicHandler = async (request, reply) => {
    refuseOtherVersion(request, reply);
    refuseForeignPage(request, publicUrl);
    await getGrant(request);
    if (request.method === 'POST') explainCreation(request);
    if (request.method === 'PATCH') explainAppend(request);
  };

  const options = tus(async (grant, _request, reply) =>
    reply
      .code(204)
      .headers(abilitiesFor(await returning.allowanceOf(grant)))
      .send(),
  );

  /** Puts the body of a request into an upload. */
  async function take(
    grant: Grant,
    request: FastifyRequest,
    { id, offset }: { id: string; offset: number },
  ): Promise<IncomingUpload> {
    const { raw } = request;
    const declaredBytes = Number(raw.headers['content-length'] ?? 0);
    const body = takeBody(raw, transferMemory);
    try {
      return await uploading.append(grant, id, {
        ...withChecksum(request, body.content),
        offset,
        declaredBytes,
        cutOff: () => raw.destroy(),
      });
    } finally {
      body.release();
    }
  }

  /** Begins an upload with the bytes that came along. Who is refused never learns of it: it is gone. */
  async function takeFirst(
    grant: Grant,
    request: FastifyRequest,
    upload: IncomingUpload,
  ): Promise<IncomingUpload> {
    try {
      return await take(grant, request, { id: upload.id, offset: 0 });
    } catch (error) {
      await uploading.cancel(actorOf(grant, request), grant, upload.id);
      throw error;
    }
  }

  const create = tus(async (grant, request, reply) => {
    const headers = request.headers as CreationHeaders;
    const bringsBytes = hasBody(request);
    if (bringsBytes) checkMediaType(request, 'tus');
    const announced = {
      sizeBytes: Number(headers['upload-length']),
      ...parseUploadMetadata(headers['upload-metadata'] ?? ''),
    };
    if (bringsBytes && !tusChecks.tus_create_with_bytes.headers(headers)) explainBytes(request);
    const begun = await uploading.begin(actorOf(grant, request), grant, announced);
    const upload = bringsBytes ? await takeFirst(grant, request, begun) : begun;
    return await reply
      .code(201)
      .header('location', `/u/${secretOf(request)}/tus/${upload.id}`)
      .headers(progressHeaders(upload))
      .send();
  });

  const inspect = tus(async (grant, request, reply) => {
    const upload = await uploading.inspect(grant, uploadIdOf(request));
    return await reply.headers(descriptionHeaders(upload)).send();
  });

  const append = tus(async (grant, request, reply) => {
    const offset = Number((request.headers as AppendHeaders)['upload-offset']);
    const upload = await take(grant, request, { id: uploadIdOf(request), offset });
    return await reply.code(204).headers(progressHeaders(upload)).send();
  });

  const terminate = tus(async (grant, request, reply) => {
    await uploading.cancel(actorOf(grant, request), grant, uploadIdOf(request));
    return await reply.code(204).send();
  });

  return [
    {
      path: '/u/:secret/tus',
      access: 'public',
      cost: 'request',
      headers: tusAnswer,
      methods: {
        OPTIONS: { schema: tusChecks.tus_describe, explain, handle: options },
        POST: { cost: 'transfer', schema: tusChecks.tus_create, explain, handle: create },
      },
    },
    {
      path: '/u/:secret/tus/:upload',
      access: 'public',
      cost: 'request',
      headers: tusAnswer,
      overridable: ['PATCH', 'DELETE'],
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
        DELETE: { schema: tusChecks.tus_terminate, explain, handle: terminate },
      },
    },
  ];
}

/** Throws what is wrong with the headers of a creation that does not fit. */
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

/** Throws what is wrong with the headers of a PATCH that does not fit. */
function explainAppend(request: FastifyRequest): void {
  const offset = { ...tusAnswer, 'upload-offset': request.headers['upload-offset'] };
  if (!tusChecks.tus_append.headers(offset)) throw noByteCount('upload-offset');
  explainBytes(request);
}

/** Throws what is wrong with what a request says of its bytes. */
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

function uploadIdOf(request: FastifyRequest): string {
  return (request.params as UploadParams).upload;
}
