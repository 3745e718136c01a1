import type { FastifyRequest } from 'fastify';
import { ValiseError, invalid } from '../../domain/valise-error.ts';
import { sourceOf } from '../access.ts';
import type { Route } from '../route.ts';
import { refuseForeignPage } from '../same-origin.ts';
import type { Services } from '../services.ts';
import type { GetGrant } from './get-grant.ts';

interface Options {
  publicUrl: string | undefined;
  getGrant: GetGrant;
}

/** Sends off what was uploaded piece by piece: the same end that a form with files has. */
export function sendUploadsRoute({ uploading }: Services, { publicUrl, getGrant }: Options): Route {
  return {
    path: '/u/:secret/send',
    access: 'public',
    methods: {
      POST: {
        body: 'json',
        async handle(request) {
          refuseForeignPage(request, publicUrl);
          const grant = await getGrant(request);
          const { email: name } = grant.receiver;
          const actor = { name, source: sourceOf(request), requestId: request.id };
          const { uploads, message } = parseSending(request);
          return { status: 'done', files: await uploading.send(actor, grant, uploads, message) };
        },
      },
    },
  };
}

function parseSending({ body }: FastifyRequest): {
  uploads: string[];
  message: string | undefined;
} {
  if (typeof body !== 'object' || body === null) {
    throw new ValiseError('bad_request', 'The body must be a JSON object.');
  }
  const { uploads, message = '' } = body as { uploads?: unknown; message?: unknown };
  if (!Array.isArray(uploads) || !uploads.every((id) => typeof id === 'string')) {
    throw invalid([{ field: 'uploads', problem: 'must be a list of the ids of uploads.' }]);
  }
  if (typeof message !== 'string') {
    throw invalid([{ field: 'message', problem: 'must be a text.' }]);
  }
  return { uploads, message: message.trim() === '' ? undefined : message.trim() };
}
