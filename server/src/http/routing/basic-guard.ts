import type { AccountAccess } from '#protocol/access.ts';
import type { FastifyRequest } from 'fastify';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Admitted } from '../../domain/access/sign-in.ts';
import { hour } from '../../domain/model/clock.ts';
import type { Actor, Principal, RequestsLeft, SignedIn } from '../../domain/model/principal.ts';
import { ValiseError, nothingHere } from '../../domain/model/valise-error.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { sourceOf } from '../connection/source-of.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import { paramOf } from './read-input.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { RequestRate } from './request-rate.ts';
import type { Services } from './route.ts';
import { refuseOutOfScope } from './scope.ts';
import { strangerOf } from './stranger.ts';

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
          { action: 'csrf.refused', account, object: account.email, outcome: 'refused' },
          { subject, periodMs: hour },
        );
      }
      throw error;
    }
  }

  async function admit(request: FastifyRequest, access: AccountAccess): Promise<Admission> {
    const user = userOf(request);
    if (access.ownPath && !user.includes('@')) throw nothingHere();

    const stranger = strangerOf(request);
    const { authorization = '' } = request.headers;
    const credentials = parseBasicCredentials(authorization);
    const token = access.csrf ? tokenOf(request) : undefined;
    const tokenHash = token === undefined ? undefined : csrf.hashOf(token);
    const signedIn = await signIn.signIn(credentials, stranger, authorization, tokenHash);
    const { account } = signedIn;
    const actor = { ...stranger, name: account.email };
    if (access.ownPath && user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, account, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    refuseOutOfScope(signedIn, access);
    const principal = principalOf(signedIn, actor, await rate.count(account.id));
    await recordRead(auditOnce, 'sign_in.ok', principal, request.log);
    const endTokenUse = access.csrf ? await useToken(request, signedIn, actor) : undefined;
    return { principal, endTokenUse };
  }

  /** Authorises a caller that was authorised before, without waiting. Undefined says nothing. */
  function admitCached(request: FastifyRequest, access: AccountAccess): Admission | undefined {
    if (rate.isLimited) return undefined;
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const source = sourceOf(request);
    const signedIn = signIn.findCached(authorization, source);
    if (signedIn === undefined) return undefined;
    const { account } = signedIn;
    if (access.ownPath && userOf(request).toLowerCase() !== account.email) return undefined;
    const actor = { name: account.email, source, requestId: request.id };
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

function principalOf(signedIn: SignedIn, actor: Actor, requestsLeft?: RequestsLeft): Principal {
  const { account, keyId, keyEndsAt, networks, scopes, mayReplaceContacts } = signedIn;
  const key = { keyId, keyEndsAt, networks, scopes, mayReplaceContacts };
  return { account, ...key, via: 'basic', actor, requestsLeft };
}

function userOf(request: FastifyRequest): string {
  return paramOf(request, 'user');
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['csrf-token'];
  return typeof token === 'string' ? token : undefined;
}
