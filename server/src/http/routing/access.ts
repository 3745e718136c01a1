import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../domain/model/account.ts';
import type { Actor } from '../../domain/model/actor.ts';
import { hour } from '../../domain/model/clock.ts';
import type { EndUse } from '../../domain/access/csrf.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { RequestRate } from './request-rate.ts';
import type { Access, Call } from './route.ts';
import type { Services } from './services.ts';

type Guarded = Exclude<Access, 'public'>;

/** Who was let in, and what must be told when the answer has ended. */
export interface Admission {
  call: Call;
  endTokenUse: EndUse | undefined;
}

export type Guard = ReturnType<typeof createGuard>;

/**
 * Lets a request through to a route or throws, in the contract's order: credentials, then whose
 * path it is, then the token. Nothing before this has looked at the body.
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

  async function admit(request: FastifyRequest, access: Guarded): Promise<Admission> {
    const user = userOf(request);
    if (!user.includes('@'))
      throw new ValiseError('not_found', 'There is nothing at this address.');

    const stranger = strangerOf(request);
    const { authorization = '' } = request.headers;
    const credentials = parseBasicCredentials(authorization);
    const { account, keyId } = await signIn.signIn(credentials, stranger, authorization);
    const actor = { ...stranger, name: account.email };
    if (user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    await rate.count(account.id);
    await recordRead(auditOnce, 'sign_in.ok', request, actor);
    const endTokenUse =
      access === 'account+token' ? await useToken(request, account, actor) : undefined;
    return { call: { account, keyId, actor }, endTokenUse };
  }

  /** Lets in who was let in before, where that takes no waiting. Undefined says nothing. */
  function admitCached(request: FastifyRequest, access: Guarded): Admission | undefined {
    if (rate.isLimited) return undefined;
    const { authorization } = request.headers;
    const signedIn = authorization === undefined ? undefined : signIn.findCached(authorization);
    if (signedIn === undefined) return undefined;
    const { account, keyId } = signedIn;
    if (userOf(request).toLowerCase() !== account.email) return undefined;
    const actor = { name: account.email, source: sourceOf(request), requestId: request.id };
    if (!isReadRecorded(auditOnce, 'sign_in.ok', request, actor.source)) return undefined;
    const call = { account, keyId, actor };
    if (access === 'account') return { call, endTokenUse: undefined };
    const endTokenUse = csrf.beginUseAgain(account, tokenOf(request) ?? '');
    return endTokenUse && { call, endTokenUse };
  }

  return (request: FastifyRequest, access: Guarded): Admission | Promise<Admission> =>
    admitCached(request, access) ?? admit(request, access);
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
