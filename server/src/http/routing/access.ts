import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../domain/model/account.ts';
import type { Actor } from '../../domain/model/actor.ts';
import type { ApiKeyId } from '../../domain/model/ids.ts';
import { hour } from '../../domain/model/clock.ts';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { scopes } from '../../domain/model/principal.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { RequestRate } from './request-rate.ts';
import type { AccountAccess } from './route.ts';
import type { Services } from './services.ts';

/** Who was let in, and what must be told when the answer has ended. */
export interface Admission {
  principal: Principal;
  endTokenUse: EndUse | undefined;
}

export type Guard = ReturnType<typeof createGuard>;

/**
 * Lets a request through to a route or throws, in the contract's order: credentials, then whose
 * path it is, then the scope, then the token. Nothing before this has looked at the body.
 */
export function createGuard({ signIn, csrf, auditOnce }: Services, rate: RequestRate) {
  /** Throws `csrf`, which is recorded: a page of somebody else's may be behind it. */
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
    const { account, keyId } = await signIn.signIn(credentials, stranger, authorization);
    const actor = { ...stranger, name: account.email };
    if (access.ownPath && user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    const principal = principalOf(account, keyId, actor);
    refuseOutOfScope(principal, access);
    await rate.count(account.id);
    await recordRead(auditOnce, 'sign_in.ok', request, actor);
    const endTokenUse = access.csrf ? await useToken(request, account, actor) : undefined;
    return { principal, endTokenUse };
  }

  /** Lets in who was let in before, where that takes no waiting. Undefined says nothing. */
  function admitCached(request: FastifyRequest, access: AccountAccess): Admission | undefined {
    if (rate.isLimited) return undefined;
    const { authorization } = request.headers;
    const signedIn = authorization === undefined ? undefined : signIn.findCached(authorization);
    if (signedIn === undefined) return undefined;
    const { account, keyId } = signedIn;
    if (access.ownPath && userOf(request).toLowerCase() !== account.email) return undefined;
    const actor = { name: account.email, source: sourceOf(request), requestId: request.id };
    if (!isReadRecorded(auditOnce, 'sign_in.ok', request, actor.source)) return undefined;
    const principal = principalOf(account, keyId, actor);
    refuseOutOfScope(principal, access);
    if (!access.csrf) return { principal, endTokenUse: undefined };
    const endTokenUse = csrf.beginUseAgain(account, tokenOf(request) ?? '');
    return endTokenUse && { principal, endTokenUse };
  }

  return (request: FastifyRequest, access: AccountAccess): Admission | Promise<Admission> =>
    admitCached(request, access) ?? admit(request, access);
}

function principalOf(account: Account, keyId: ApiKeyId, actor: Actor): Principal {
  return { account, keyId, scopes, via: 'basic', actor };
}

/** Throws `forbidden` where the credentials are not good for what the route needs. */
export function refuseOutOfScope(
  principal: Pick<Principal, 'scopes'>,
  { scope }: Pick<AccountAccess, 'scope'>,
): void {
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

/** Someone who has not said who they are. */
export function strangerOf(request: FastifyRequest): Actor {
  return { name: 'anonymous', source: sourceOf(request), requestId: request.id };
}

/**
 * The client's address. It is asked for at once: with the connection, the address goes too. What a
 * trusted proxy passes on may be anything; where it is no address, the proxy's own is taken.
 */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request as { ip: string | undefined };
  if (ip !== undefined && isAddress(ip)) return ip;
  return request.socket.remoteAddress ?? 'unknown';
}

/** A zone (`%eth0`) means something on one machine only, and may be of any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
