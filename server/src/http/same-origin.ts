import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../domain/valise-error.ts';

/**
 * Refuses what another site's page made a browser send. A browser says `null` for a form of our own
 * pages too, because they send no referrer; where it is not ours, `Sec-Fetch-Site` tells.
 */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin = 'null', host = '', 'sec-fetch-site': site } = request.headers;
  // Which hosts are ours was checked before; the scheme is the public one, whatever a proxy made of it.
  const scheme = publicUrl === undefined ? `${request.protocol}:` : new URL(publicUrl).protocol;
  const own = [publicUrl ?? '', `${scheme}//${host}`].map((name) => name.toLowerCase());
  if (site === 'cross-site' || (origin !== 'null' && !own.includes(origin.toLowerCase()))) {
    throw new ValiseError('forbidden', 'A form can be sent from its own page only.');
  }
}
