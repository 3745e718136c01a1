import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { EndUse } from '../domain/csrf.ts';
import { ValiseError } from '../domain/valise-error.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
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
export function createGuard({ signIn, csrf }: Services, rate: RequestRate) {
  async function admit(request: FastifyRequest, access: Guarded): Promise<Admission> {
    const user = userOf(request);
    if (!user.includes('@'))
      throw new ValiseError('not_found', 'There is nothing at this address.');

    const stranger = { name: 'anonymous', source: sourceOf(request), requestId: request.id };
    const { authorization = '' } = request.headers;
    const credentials = parseBasicCredentials(authorization);
    const account = await signIn.signIn(credentials, stranger, authorization);
    const actor = { ...stranger, name: account.email };
    if (user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    await rate.count(account.id);
    const endTokenUse =
      access === 'account+token' ? await csrf.beginUse(account, tokenOf(request)) : undefined;
    return { call: { account, actor }, endTokenUse };
  }

  /** Lets in who was let in before, where that takes no waiting. Undefined says nothing. */
  function readmit(request: FastifyRequest, access: Guarded): Admission | undefined {
    if (rate.isLimited) return undefined;
    const { authorization } = request.headers;
    const account = authorization === undefined ? undefined : signIn.recall(authorization);
    if (account === undefined || userOf(request).toLowerCase() !== account.email) return undefined;
    const actor = { name: account.email, source: sourceOf(request), requestId: request.id };
    const call = { account, actor };
    if (access === 'account') return { call, endTokenUse: undefined };
    const endTokenUse = csrf.beginUseAgain(account, tokenOf(request) ?? '');
    return endTokenUse && { call, endTokenUse };
  }

  return (request: FastifyRequest, access: Guarded): Admission | Promise<Admission> =>
    readmit(request, access) ?? admit(request, access);
}

function userOf({ params }: FastifyRequest): string {
  return (params as { user?: string }).user ?? '';
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['csrf-token'];
  return typeof token === 'string' ? token : undefined;
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
