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
 * `session`: opened by a correct code. `password`: opened by the password of the drop. `browser`: distinguishes the
 * browser that requested a code, or that sends files through a link without an address, from others with the same link.
 */
export type CookieKind = 'session' | 'password' | 'browser';

const labels: Record<CookieKind, string> = {
  session: 'cookie',
  password: 'password cookie',
  browser: 'browser cookie',
};

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

/** With more of them, a proxy in front may refuse every request of the browser: many take a header of 8 KiB at most. */
const mostKept = 40;

/** A page cookie over TLS. */
const securePattern = /^__Host-valise-[0-9a-f]{16}=/;

/** A browser shows the oldest first. */
function pairsIn({ headers }: FastifyRequest): string[] {
  return (headers.cookie ?? '').split(';').map((pair) => pair.trim());
}

export function readPageCookie(
  request: FastifyRequest,
  hasher: TokenHasher,
  place: CookiePlace,
  kind: CookieKind,
): string | undefined {
  if (request.headers.cookie === undefined) return undefined;
  const pairs = pairsIn(request);
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
  if (place.isSecure) expireOldest(reply, name);
}

/** Makes room for a new cookie. Over plain http, cookies are limited to paths, and do not come together. */
function expireOldest(reply: FastifyReply, added: string): void {
  const others = pairsIn(reply.request)
    .filter((pair) => securePattern.test(pair))
    .map((pair) => pair.slice(0, pair.indexOf('=')))
    .filter((name) => name !== added);
  for (const name of others.slice(0, Math.max(0, others.length + 1 - mostKept))) {
    reply.header('set-cookie', `${name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`);
  }
}
