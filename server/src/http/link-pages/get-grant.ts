import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/model/actor.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { sourceOf } from '../routing/access.ts';
import type { CodeGate } from './code-gate.ts';
import { codeNeeded } from './code-gate.ts';

/** The grant that a request's link leads to. Throws `not_found`, or `code_needed` where it is locked. */
export type GetGrant = (request: FastifyRequest) => Promise<Grant>;

/** The guard of what programs ask for under an upload page's address. */
export function createGrantGetter({ find }: CodeGate<Grant>): GetGrant {
  return async (request) => {
    const grant = await find(request);
    if (grant === undefined) throw noGrant();
    if (grant.isLocked) throw codeNeeded();
    return grant;
  };
}

/** The contact who was lent the page. */
export function actorOf({ receiver }: Grant, request: FastifyRequest): Actor {
  return { name: receiver.email, source: sourceOf(request), requestId: request.id };
}

/** What a program is told about a link that leads nowhere. */
export function noGrant(): ValiseError {
  return new ValiseError('not_found', 'The page to send files to is no longer open.');
}
