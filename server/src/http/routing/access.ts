import { isIP } from 'node:net';

import type { FastifyRequest } from 'fastify';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Credentials } from '../../domain/access/sign-in.ts';
import type { Account } from '../../domain/model/account.ts';
import { hour } from '../../domain/model/clock.ts';
import type { Actor, Principal, SignedIn } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { isReadRecorded, recordRead } from './register-routes.ts';
import type { RequestRate } from './route-costs.ts';
import type { AccountAccess, Services } from './route.ts';

/** The authenticated caller, and what to call when the answer has ended. */
export interface Admission {
  principal: Principal;
  endTokenUse: EndUse | undefined;
}

export type Guard = ReturnType<typeof createGuard>;

/**
 * Authorises a request for a route or throws, in the contract's order: credentials, then whose path it is,
 * then the scope, then the token. Nothing before this has read the body.
 */
export function createGuard({ signIn, csrf, auditOnce }: Services, rate: RequestRate) {
  /** Throws `csrf`, which is recorded: another site's page may be behind it. */
  async function useToken(
    request: FastifyRequest,
    account: Account,
    actor: Actor,
  ): Promise<EndUse> {
    try {
      return await csrf.beginUse(account, tokenOf(request));
    } catch (error) {
      if (error instanceof ValiseError && error.code === 'csrf') {
        const subject = `${account.id} ${networkOf(actor.source)}`;
        await auditOnce.record(
          actor,
          { action: 'csrf.refused', object: account.email, outcome: 'refused' },
          { subject, periodMs: hour },
        );
      }
      throw error;
    }
  }

  async function admit(request: FastifyRequest, access: AccountAccess): Promise<Admission> {
    const user = userOf(request);
    if (access.ownPath && !user.includes('@'))
      throw new ValiseError('not_found', 'There is nothing at this address.');

    const stranger = strangerOf(request);
    const { authorization = '' } = request.headers;
    const credentials = parseBasicCredentials(authorization);
    const signedIn = await signIn.signIn(credentials, stranger, authorization);
    const { account } = signedIn;
    const actor = { ...stranger, name: account.email };
    if (access.ownPath && user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    const principal = principalOf(signedIn, actor);
    refuseOutOfScope(principal, access);
    await rate.count(account.id);
    await recordRead(auditOnce, 'sign_in.ok', request, actor);
    const endTokenUse = access.csrf ? await useToken(request, account, actor) : undefined;
    return { principal, endTokenUse };
  }

  /** Authorises a caller that was authorised before, without waiting. Undefined says nothing. */
  function admitCached(request: FastifyRequest, access: AccountAccess): Admission | undefined {
    if (rate.isLimited) return undefined;
    const { authorization } = request.headers;
    const signedIn = authorization === undefined ? undefined : signIn.findCached(authorization);
    if (signedIn === undefined) return undefined;
    const { account } = signedIn;
    if (access.ownPath && userOf(request).toLowerCase() !== account.email) return undefined;
    const actor = { name: account.email, source: sourceOf(request), requestId: request.id };
    if (!isReadRecorded(auditOnce, 'sign_in.ok', request, actor.source)) return undefined;
    const principal = principalOf(signedIn, actor);
    refuseOutOfScope(principal, access);
    if (!access.csrf) return { principal, endTokenUse: undefined };
    const endTokenUse = csrf.beginUseAgain(account, tokenOf(request) ?? '');
    return endTokenUse && { principal, endTokenUse };
  }

  return (request: FastifyRequest, access: AccountAccess): Admission | Promise<Admission> =>
    admitCached(request, access) ?? admit(request, access);
}

function principalOf({ account, keyId, scopes }: SignedIn, actor: Actor): Principal {
  return { account, keyId, scopes, via: 'basic', actor };
}

/** Throws `forbidden` where the credentials lack the scope of the route. */
function refuseOutOfScope(principal: Principal, { scope }: AccountAccess): void {
  if (principal.scopes.includes(scope)) return;
  throw new ValiseError('forbidden', `These credentials are not good for the scope ${scope}.`);
}

function userOf({ params }: FastifyRequest): string {
  return (params as { user?: string }).user ?? '';
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['csrf-token'];
  return typeof token === 'string' ? token : undefined;
}

/** An unauthenticated caller. */
export function strangerOf(request: FastifyRequest): Actor {
  return { name: 'anonymous', source: sourceOf(request), requestId: request.id };
}

/**
 * The client's address. It is read at once, since it is lost with the connection. A trusted proxy may pass
 * on anything; where it is no address, the proxy's own is used.
 */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request as { ip: string | undefined };
  if (ip !== undefined && isAddress(ip)) return ip;
  return request.socket.remoteAddress ?? 'unknown';
}

/** A zone (`%eth0`) is meaningful on one machine only, and may have any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

const fallbackRealm = 'Valise';

/** The challenge to a client without valid credentials. Headers are ASCII, names need not be. */
export function basicChallenge(serviceName: string): string {
  const ascii = serviceName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  const realm = (ascii === '' ? fallbackRealm : ascii).replace(/["\\]/g, '\\$&');
  return `Basic realm="${realm}", charset="UTF-8"`;
}

const maxHeaderLength = 8 * 1024;
const pattern = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The credentials of an Authorization header, or undefined when it is not valid Basic. */
export function parseBasicCredentials(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const encoded = pattern.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const email = text.slice(0, Math.max(colon, 0)).toLowerCase();
  const key = text.slice(colon + 1);
  if (email === '' || key === '' || /\p{Cc}/u.test(text)) return undefined;
  return { email, key };
}

/** The values that a browser sends for a request of our own pages, or of a person. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Refuses requests that another site's page made a browser send. A browser sends `null` for a form of our
 * own pages too, because they send no referrer; where it is not ours, `Sec-Fetch-Site` tells.
 */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin = 'null', host = '', 'sec-fetch-site': site } = request.headers;
  // Our hosts were checked before; the scheme is the public one, whatever a proxy made of it.
  const scheme = publicUrl === undefined ? `${request.protocol}:` : new URL(publicUrl).protocol;
  const own = [publicUrl ?? '', `${scheme}//${host}`].map((name) => name.toLowerCase());
  if (!ownSites.includes(site) || (origin !== 'null' && !own.includes(origin.toLowerCase()))) {
    throw new ValiseError('forbidden', 'A form can be sent from its own page only.');
  }
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
