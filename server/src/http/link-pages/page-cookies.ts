import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenHasher } from '../../domain/ports/hashers.ts';

/** The page of a cookie. */
export interface CookiePlace {
  path: string;
  /** Over plain http, the path below which a browser shows the cookie; left out, that of the page. */
  scope?: string;
  /** Whether the public address is https. */
  isSecure: boolean;
}

/**
 * `session`: opened by a correct code. `browser`: distinguishes the browser that requested a code, or that sends files
 * through a link without an address, from others with the same link.
 */
export type CookieKind = 'session' | 'browser';

const labels: Record<CookieKind, string> = { session: 'cookie', browser: 'browser cookie' };

/** The values of page cookies. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * A cookie of one page. Each link has its own name, so that one browser can have several pages open. With
 * the prefix `__Host-` a browser accepts it from this host only, over TLS, and for the whole host; so it
 * cannot be limited to the page. Over plain http, as on loopback, no browser would accept such a name: the
 * cookie is then limited to the path of the page, or a wider one, instead.
 */
function nameOf(hash: Buffer, { isSecure }: CookiePlace): string {
  return `${isSecure ? '__Host-' : ''}valise-${hash.toString('hex').slice(0, 16)}`;
}

export function readPageCookie(
  { headers }: FastifyRequest,
  hasher: TokenHasher,
  place: CookiePlace,
  kind: CookieKind,
): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const pairs = headers.cookie.split(';').map((pair) => pair.trim());
  for (const hash of hasher.hashes('page cookie', labels[kind], place.path)) {
    const prefix = `${nameOf(hash, place)}=`;
    const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
    if (value !== undefined) return secretPattern.test(value) ? value : undefined;
  }
  return undefined;
}

/**
 * Lax, not Strict: a person who follows the link in a mail again comes from another site, and must find the
 * page open. No link changes anything here, and forms of other sites are refused.
 */
export function setPageCookie(
  reply: FastifyReply,
  hasher: TokenHasher,
  place: CookiePlace,
  { kind, secret, maxAgeSeconds }: { kind: CookieKind; secret: string; maxAgeSeconds: number },
): void {
  const name = nameOf(hasher.hash('page cookie', labels[kind], place.path), place);
  const attributes = [
    `${name}=${secret}`,
    `Max-Age=${maxAgeSeconds}`,
    ...(place.isSecure ? ['Path=/', 'Secure'] : [`Path=${place.scope ?? place.path}`]),
    'HttpOnly',
    'SameSite=Lax',
  ];
  reply.header('set-cookie', attributes.join('; '));
}
