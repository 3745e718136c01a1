import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/model/principal.ts';
import { sourceOf } from '../connection/source-of.ts';

/** An unauthenticated caller. */
export function strangerOf(request: FastifyRequest): Actor {
  return { name: 'anonymous', source: sourceOf(request), requestId: request.id };
}
