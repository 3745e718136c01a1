import type { FastifyRequest } from 'fastify';
import type { Grant } from '../../domain/return-upload.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { sourceOf } from '../access.ts';
import { createLinkMisses } from '../link-misses.ts';
import type { Services } from '../services.ts';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The grant that a request's link leads to. Links that lead nowhere are counted. */
export type FindGrant = (request: FastifyRequest) => Promise<Grant | undefined>;

/** The guard of everything under an upload page's address. The link is the whole credential. */
export function createGrantFinder({
  returning,
  tallies,
}: Pick<Services, 'returning' | 'tallies'>): FindGrant {
  const misses = createLinkMisses(tallies.links, 'upload');
  return async (request) => {
    const secret = secretOf(request);
    const source = sourceOf(request);
    const grant = secretPattern.test(secret) ? await returning.findGrant(secret) : undefined;
    if (grant === undefined) await misses.count(source);
    return grant;
  };
}

export function secretOf(request: FastifyRequest): string {
  return (request.params as { secret?: string }).secret ?? '';
}

/** What a program is told about a link that leads nowhere. */
export function noGrant(): ValiseError {
  return new ValiseError('not_found', 'The page to send files to is no longer open.');
}
