import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** The values that a browser sends for a request of our own pages, or of a person. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Refuses requests that another site's page made a browser send. A browser sends `null` for a form of our
 * own pages too, because they send no referrer; where it is not ours, `Sec-Fetch-Site` tells. Scripts of an origin that
 * the operator lists may send what is shared with them.
 */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.isShared) return;
  const { origin = 'null', 'sec-fetch-site': site } = request.headers;
  const isOwn = origin === 'null' || isOwnOrigin(origin, request, publicUrl);
  if (isOwn && ownSites.includes(site)) return;
  throw new ValiseError(
    'forbidden',
    'This can be sent from its own page only, or by scripts of origins that the operator lists.',
  );
}

/** Our hosts were checked before; the scheme is the public one, whatever a proxy made of it. */
function isOwnOrigin(
  origin: string,
  { headers: { host = '' }, protocol }: FastifyRequest,
  publicUrl: string | undefined,
): boolean {
  const scheme = publicUrl === undefined ? `${protocol}:` : new URL(publicUrl).protocol;
  const own = [publicUrl ?? '', `${scheme}//${host}`].map((name) => name.toLowerCase());
  return own.includes(origin.toLowerCase());
}

/**
 * Refuses what another site's page embeds: a picture, a script, a frame. A link that a person follows from
 * there is opened.
 */
export function refuseForeignEmbedding({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  const isOpened = mode === 'navigate' && (dest === undefined || dest === 'document');
  if (ownSites.includes(site) || isOpened) return;
  throw new ValiseError('forbidden', 'This page can be opened, but not be loaded by another one.');
}
