import type { FastifyRequest } from 'fastify';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Admitted, Credentials } from '../../domain/access/sign-in.ts';
import { hour } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Actor, Principal, SignedIn } from '../../domain/model/principal.ts';
import { sourceOf } from '../connection/requests.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { RateCounter, TransferSlots } from '../../domain/ports/coordination.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import { createRateLimiter, networkOf } from '../../domain/ports/rate-limiter.ts';
import { paramOf } from './read-input.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { AccountAccess } from '#protocol/access.ts';
import type { Cost } from '#protocol/operations/operation.ts';
import type { Services } from './route.ts';

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
    { account, token }: Admitted,
    actor: Actor,
  ): Promise<EndUse> {
    try {
      return await csrf.beginUse(account, tokenOf(request), token);
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
    const token = access.csrf ? tokenOf(request) : undefined;
    const tokenHash = token === undefined ? undefined : csrf.hashOf(token);
    const signedIn = await signIn.signIn(credentials, stranger, authorization, tokenHash);
    const { account } = signedIn;
    const actor = { ...stranger, name: account.email };
    if (access.ownPath && user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    const principal = principalOf(signedIn, actor);
    refuseOutOfScope(principal, access);
    await rate.count(account.id);
    await recordRead(auditOnce, 'sign_in.ok', principal, request.log);
    const endTokenUse = access.csrf ? await useToken(request, signedIn, actor) : undefined;
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
    const principal = principalOf(signedIn, actor);
    if (!isReadRecorded(auditOnce, 'sign_in.ok', principal)) return undefined;
    refuseOutOfScope(principal, access);
    if (!access.csrf) return { principal, endTokenUse: undefined };
    const endTokenUse = csrf.beginUseAgain(account, tokenOf(request) ?? '');
    return endTokenUse && { principal, endTokenUse };
  }

  function admitLooked(request: FastifyRequest, access: AccountAccess) {
    return admitCached(request, access) ?? admit(request, access);
  }

  return (request: FastifyRequest, access: AccountAccess): Admission | Promise<Admission> => {
    const looked = request.headers.authorization === undefined ? undefined : signIn.look();
    if (looked === undefined) return admitLooked(request, access);
    return looked.then(() => admitLooked(request, access));
  };
}

function principalOf({ account, keyId, scopes }: SignedIn, actor: Actor): Principal {
  return { account, keyId, scopes, via: 'basic', actor };
}

/** Throws `forbidden` where the credentials lack the scope of the route. */
export function refuseOutOfScope(
  principal: Principal,
  { scope }: Pick<AccountAccess, 'scope'>,
): void {
  if (principal.scopes.includes(scope)) return;
  const advice =
    scope === 'replace_contacts'
      ? ' They are the key of a person, whose contacts this operation would replace. The owner can make a key that may do that, at /app/security/keys.'
      : '';
  throw new ValiseError(
    'forbidden',
    `These credentials are not good for the scope ${scope}.${advice}`,
  );
}

function userOf(request: FastifyRequest): string {
  return paramOf(request, 'user');
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['csrf-token'];
  return typeof token === 'string' ? token : undefined;
}

/** An unauthenticated caller. */
export function strangerOf(request: FastifyRequest): Actor {
  return { name: 'anonymous', source: sourceOf(request), requestId: request.id };
}

const fallbackRealm = 'Valise';

/** Headers are ASCII, names need not be. */
function realmOf(serviceName: string): string {
  const ascii = serviceName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return (ascii === '' ? fallbackRealm : ascii).replace(/["\\]/g, '\\$&');
}

/** The challenge to a client without valid credentials. */
export function basicChallenge(serviceName: string): string {
  return `Basic realm="${realmOf(serviceName)}", charset="UTF-8"`;
}

/** The same where a key is wanted alone. */
export function bearerChallenge(serviceName: string): string {
  return `Bearer realm="${realmOf(serviceName)}"`;
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
    throw new ValiseError(
      'forbidden',
      'This can be sent from its own page only. Pages of other origins cannot use it: CORS is off.',
    );
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

interface Dependencies {
  slots: TransferSlots;
  hasher: Pick<TokenHasher, 'fingerprint'>;
  counter: RateCounter;
  /** The limit of requests a minute through one link; 0: none. */
  requestsPerLink: number;
}

export type RouteCosts = ReturnType<typeof createRouteCosts>;

/** Counts requests against the limits of their routes. */
export function createRouteCosts({ slots, hasher, counter, requestsPerLink }: Dependencies) {
  const limiter = createRateLimiter(counter);

  function linkOf(request: FastifyRequest): string | null {
    const secret = paramOf(request, 'secret');
    return secret === '' ? null : hasher.fingerprint(secret);
  }

  /** Throws `too_many_requests` when too many came through the link. */
  async function countRequest(link: string): Promise<void> {
    const verdict = await limiter.count({ [link]: requestsPerLink });
    if (verdict.kind === 'counted') return;
    const { retryAfterSeconds } = verdict;
    throw new ValiseError(
      'too_many_requests',
      `This link may be used ${requestsPerLink} times a minute. Try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
  }

  return {
    /** Whether there is anything to count: a request that need not wait is not made to. */
    isCounted(cost: Cost, request: FastifyRequest): boolean {
      return cost === 'transfer' || (cost === 'request' && requestsPerLink > 0 && hasLink(request));
    },

    /** Runs the handler, if the limits allow it. A transfer holds its slot until it has ended. */
    async run(cost: Cost, request: FastifyRequest, work: () => unknown): Promise<unknown> {
      const link = linkOf(request);
      if (link !== null && requestsPerLink > 0) await countRequest(link);
      // A request for the headers only transfers nothing.
      if (cost !== 'transfer' || request.method === 'HEAD') return await work();
      const release = await slots.take({ link, network: networkFor(request) });
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function hasLink(request: FastifyRequest): boolean {
  return paramOf(request, 'secret') !== '';
}

/** A client on this machine may be a proxy, for many clients. */
function networkFor(request: FastifyRequest): string | null {
  const network = networkOf(sourceOf(request));
  return network.startsWith('127.') || network === '0:0:0:0' ? null : network;
}

export type RequestRate = ReturnType<typeof createRequestRate>;

/** Counts the requests of each account in a minute, where the operator set a limit (0: none). */
export function createRequestRate(perMinute: number, counter: RateCounter) {
  const limiter = createRateLimiter(counter);
  return {
    isLimited: perMinute > 0,

    /** Throws `too_many_requests` when the account is over the limit. */
    async count(accountId: AccountId): Promise<void> {
      if (perMinute === 0) return;
      const verdict = await limiter.count({ [accountId]: perMinute });
      if (verdict.kind === 'counted') return;
      const { retryAfterSeconds } = verdict;
      throw new ValiseError(
        'too_many_requests',
        `This account may make ${perMinute} requests a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}

/** Wrong links from one network in a minute. People open one; only an attacker needs more. */
export const maxMisses = 20;

export type LinkMisses = ReturnType<typeof createLinkMisses>;

/** Counts requests with unknown links for one kind of page. Valid links are never limited. */
export function createLinkMisses(
  { counters, auditOnce }: Pick<Services, 'counters' | 'auditOnce'>,
  page: 'download' | 'upload' | 'reminder' | 'no mail' | 'account',
) {
  const limiter = createRateLimiter(counters.links);
  return {
    /** Throws `too_many_requests` when there were too many from this network, and records that. */
    async count(stranger: Actor): Promise<void> {
      const network = networkOf(stranger.source);
      const verdict = await limiter.count({ [`${page} ${network}`]: maxMisses });
      if (verdict.kind === 'counted') return;
      await auditOnce.record(
        stranger,
        { action: 'links.guessed', object: network, outcome: 'refused', details: { page } },
        { subject: network, periodMs: hour },
      );
      const { retryAfterSeconds } = verdict;
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
