import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { secretOf, actorOf } from '../link-pages/link-page.ts';
import { checkMediaType } from '../connection/preconditions.ts';
import type { PublicHandler, Route, Services } from '../routing/route.ts';
import { refuseForeignPage } from '../routing/access.ts';
import { takeBody } from '../connection/take-body.ts';
import type { GetGrant } from '../link-pages/link-page.ts';
import {
  abilitiesFor,
  descriptionHeaders,
  getByteCount,
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
      refuseOtherVersion(request, reply);
      refuseForeignPage(request, publicUrl);
      return await handle(await getGrant(request), request, reply);
    };
  }

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
    const hasLength = 'content-length' in raw.headers;
    const declaredBytes = hasLength ? getByteCount(request, 'content-length') : 0;
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
    refuseConcatenation(request);
    const metadata = request.headers['upload-metadata'];
    const bringsBytes = hasBody(request);
    if (bringsBytes) checkMediaType(request, 'tus');
    const begun = await uploading.begin(actorOf(grant, request), grant, {
      sizeBytes: getByteCount(request, 'upload-length'),
      ...parseUploadMetadata(typeof metadata === 'string' ? metadata : ''),
    });
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
    const offset = getByteCount(request, 'upload-offset');
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
      methods: { OPTIONS: { handle: options }, POST: { cost: 'transfer', handle: create } },
    },
    {
      path: '/u/:secret/tus/:upload',
      access: 'public',
      cost: 'request',
      headers: tusAnswer,
      overridable: ['PATCH', 'DELETE'],
      methods: {
        OPTIONS: { handle: options },
        HEAD: { handle: inspect },
        PATCH: { body: 'tus', cost: 'transfer', handle: append },
        DELETE: { handle: terminate },
      },
    },
  ];
}

/** A part of a file would be taken for a whole one. */
function refuseConcatenation({ headers }: FastifyRequest): void {
  if (!('upload-concat' in headers)) return;
  throw new ValiseError(
    'bad_request',
    'Send the file as one upload: Upload-Concat is not offered here.',
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function uploadIdOf(request: FastifyRequest): string {
  return (request.params as { upload?: string }).upload ?? '';
}
