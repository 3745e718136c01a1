import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import type { LinkPage } from './link-page.ts';
import { pathOf } from './link-page.ts';

export interface CookiePlace extends LinkPage {
  /** Whether the people who open it come by https. */
  isSecure: boolean;
}

/**
 * `session`: what a right code earned. `browser`: what tells the browser that asked for a code from
 * others with the same link.
 */
export type CookieKind = 'session' | 'browser';

const labels: Record<CookieKind, string> = { session: 'cookie', browser: 'browser cookie' };

/**
 * A cookie of one page. Each link has a name of its own, so that one browser can have several
 * pages open. With the prefix `__Host-` a browser takes it from this very host alone, over TLS, and
 * for the whole host; so it cannot be narrowed to the page. Over plain http, as on loopback, no
 * browser would take such a name: the cookie is then bound to the path of the page instead.
 */
function nameOf(hasher: SecretHasher, place: CookiePlace, kind: CookieKind): string {
  const label = hasher
    .hash(`${labels[kind]} ${pathOf(place)}`)
    .toString('hex')
    .slice(0, 16);
  return `${place.isSecure ? '__Host-' : ''}valise-${label}`;
}

export function readPageCookie(
  { headers }: FastifyRequest,
  hasher: SecretHasher,
  place: CookiePlace,
  kind: CookieKind,
): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const prefix = `${nameOf(hasher, place, kind)}=`;
  const pairs = headers.cookie.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

/**
 * Lax, not Strict: who follows the link in a mail anew comes from another site, and is to find the
 * page open. Nothing here is changed by following a link, and forms of other sites are refused.
 */
export function setPageCookie(
  reply: FastifyReply,
  hasher: SecretHasher,
  place: CookiePlace,
  { kind, secret, maxAgeSeconds }: { kind: CookieKind; secret: string; maxAgeSeconds: number },
): void {
  const attributes = [
    `${nameOf(hasher, place, kind)}=${secret}`,
    `Max-Age=${maxAgeSeconds}`,
    ...(place.isSecure ? ['Path=/', 'Secure'] : [`Path=${pathOf(place)}`]),
    'HttpOnly',
    'SameSite=Lax',
  ];
  reply.header('set-cookie', attributes.join('; '));
}
