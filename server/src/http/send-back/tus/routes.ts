import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Grant } from '../../../domain/return-upload.ts';
import { secretOf } from '../../link-page.ts';
import type { PublicHandler, Route } from '../../route.ts';
import { refuseForeignPage } from '../../same-origin.ts';
import type { Services } from '../../services.ts';
import { takeBody } from '../../take-body.ts';
import type { GetGrant } from '../get-grant.ts';
import { actorOf } from '../get-grant.ts';
import {
  abilities,
  descriptionHeaders,
  getByteCount,
  progressHeaders,
  speakTus,
} from './tus-headers.ts';
import { parseUploadMetadata } from './upload-metadata.ts';

interface Options {
  publicUrl: string | undefined;
  getGrant: GetGrant;
}

type Handler = (grant: Grant, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Resumable upload: tus 1.0 with creation, termination and expiration, under the page's own link. */
export function tusRoutes({ uploading }: Services, { publicUrl, getGrant }: Options): Route[] {
  function tus(handle: Handler): PublicHandler {
    return async (request, reply) => {
      speakTus(request, reply);
      refuseForeignPage(request, publicUrl);
      return await handle(await getGrant(request), request, reply);
    };
  }

  const options = tus((_grant, _request, reply) => reply.code(204).headers(abilities).send());

  const create = tus(async (grant, request, reply) => {
    const metadata = request.headers['upload-metadata'];
    const upload = await uploading.begin(actorOf(grant, request), grant, {
      sizeBytes: getByteCount(request, 'upload-length'),
      ...parseUploadMetadata(typeof metadata === 'string' ? metadata : ''),
    });
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
    const { raw } = request;
    const offset = getByteCount(request, 'upload-offset');
    const hasLength = 'content-length' in raw.headers;
    const declaredBytes = hasLength ? getByteCount(request, 'content-length') : 0;
    const body = takeBody(raw);
    try {
      const upload = await uploading.append(grant, uploadIdOf(request), {
        offset,
        declaredBytes,
        content: body.content,
        cutOff: () => raw.destroy(),
      });
      return await reply.code(204).headers(progressHeaders(upload)).send();
    } finally {
      body.release();
    }
  });

  const terminate = tus(async (grant, request, reply) => {
    await uploading.cancel(actorOf(grant, request), grant, uploadIdOf(request));
    return await reply.code(204).send();
  });

  return [
    {
      path: '/u/:secret/tus',
      access: 'public',
      methods: { OPTIONS: { handle: options }, POST: { handle: create } },
    },
    {
      path: '/u/:secret/tus/:upload',
      access: 'public',
      methods: {
        OPTIONS: { handle: options },
        HEAD: { handle: inspect },
        PATCH: { body: 'tus', handle: append },
        DELETE: { handle: terminate },
      },
    },
  ];
}

function uploadIdOf(request: FastifyRequest): string {
  return (request.params as { upload?: string }).upload ?? '';
}
