import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Site } from '../../domain/passkeys/ceremony.ts';
import { takesCookies } from './person-cookies.ts';

/** The origin of our pages, as the browser of this request sees it. Hosts were checked before. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  const scheme = publicUrl === undefined ? `${request.protocol}:` : new URL(publicUrl).protocol;
  const address = `${scheme}//${request.headers.host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** The start of links that are handed out: the public address, or the one that the person uses. */
export function linkOrigin(
  { protocol, headers }: FastifyRequest,
  publicUrl: string | undefined,
): string {
  return publicUrl?.replace(/\/$/, '') ?? `${protocol}://${headers.host ?? ''}`;
}

/** Where passkeys can be used: undefined at an IP address, and over plain HTTP anywhere but on localhost. */
export function siteOf(request: FastifyRequest, publicUrl: string | undefined): Site | undefined {
  const origin = originOf(request, publicUrl);
  if (origin === '' || !takesCookies(request, publicUrl)) return undefined;
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress ? undefined : { origin, rpId: hostname };
}

/** What a script put into a form. Undefined is refused like every other wrong answer. */
export function parseResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
