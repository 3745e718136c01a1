import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../domain/model/account.ts';
import { day, second } from '../../domain/model/clock.ts';
import type { KnownBrowsers } from '../../domain/people/known-browsers.ts';
import { knownBrowserMs } from '../../domain/people/known-browsers.ts';

/**
 * With the prefix `__Host-` a browser takes a cookie from this host only, over TLS, for all its paths.
 * Chromium and Firefox take it on http://localhost too, and on no other plain address: people cannot sign in
 * there.
 */
export const sessionCookie = '__Host-valise-session';

/** Tells the browser of a form of somebody who is not signed in from all others. */
export const visitorCookie = '__Host-valise-visitor';

/** Which accounts were signed in to in this browser: `KnownBrowsers` reads and writes it. */
export const knownCookie = '__Host-valise-known';

/** The time zone of the browser, which a script of our pages writes: no server sets it. */
export const zoneCookie = '__Host-valise-zone';

/** Whether the person wants no keyboard shortcuts in this browser: another may have another keyboard. */
const keysCookie = '__Host-valise-keys';

type CookieName =
  | typeof sessionCookie
  | typeof visitorCookie
  | typeof knownCookie
  | typeof zoneCookie
  | typeof keysCookie;

export function readCookie({ headers }: FastifyRequest, name: CookieName): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const pairs = headers.cookie.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Lax, not Strict: who follows a link in a mail comes from another site, and is to be signed in. No link
 * changes anything. It ends with the browser; the server ends it before.
 */
export function setCookie(reply: FastifyReply, name: CookieName, value: string): void {
  addCookie(reply, `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

export function removeCookie(reply: FastifyReply, name: CookieName): void {
  addCookie(reply, `${name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Gives a browser a whole session, and lets it be known by it. It is known longer than it is signed in. */
export function keepSession(
  exchange: Exchange,
  knownBrowsers: KnownBrowsers,
  { cookie, account }: { cookie: string; account: Pick<Account, 'id'> },
): void {
  setCookie(exchange.reply, sessionCookie, cookie);
  keepKnown(exchange, knownBrowsers, account);
}

/** Lets a browser be known in which the person is signed in. */
export function keepKnown(
  { request, reply }: Exchange,
  knownBrowsers: KnownBrowsers,
  { id }: Pick<Account, 'id'>,
): void {
  const value = knownBrowsers.remember(readCookie(request, knownCookie), id);
  const lifetime = `Max-Age=${knownBrowserMs / second}`;
  addCookie(reply, `${knownCookie}=${value}; ${lifetime}; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

export function usesKeys(request: FastifyRequest): boolean {
  return readCookie(request, keysCookie) !== 'off';
}

export function keepKeys(reply: FastifyReply, isOn: boolean): void {
  const lifetime = `Max-Age=${isOn ? 0 : (365 * day) / second}`;
  addCookie(reply, `${keysCookie}=off; ${lifetime}; Path=/; Secure; HttpOnly; SameSite=Lax`);
}

/** Fastify collects several in an array. */
function addCookie(reply: FastifyReply, cookie: string): void {
  reply.header('set-cookie', cookie);
}

const loopback = /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])(?::[0-9]+)?$/i;

/** Whether browsers take the cookies at the address of the request. */
export function takesCookies(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const isSecure = publicUrl?.startsWith('https:') ?? request.protocol === 'https';
  return isSecure || loopback.test(request.headers.host ?? '');
}
