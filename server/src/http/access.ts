import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../domain/valise-error.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import type { RequestRate } from './request-rate.ts';
import type { Access, Call } from './route.ts';
import type { Services } from './services.ts';

/**
 * Lets a request through to a route or throws, in the contract's order: credentials, then whose
 * path it is, then the token. Nothing before this has looked at the body.
 */
export function createGuard({ signIn, csrf }: Services, rate: RequestRate) {
  return async (request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<Call> => {
    const { user = '' } = request.params as { user?: string };
    if (!user.includes('@'))
      throw new ValiseError('not_found', 'There is nothing at this address.');

    const stranger = { name: 'anonymous', source: sourceOf(request), requestId: request.id };
    const credentials = parseBasicCredentials(request.headers.authorization);
    const account = await signIn.signIn(credentials, stranger);
    const actor = { ...stranger, name: account.email };
    if (user.toLowerCase() !== account.email) {
      await signIn.noteForeignPath(actor, user);
      throw new ValiseError('forbidden', 'This path belongs to another account.');
    }
    await rate.count(account.id);
    if (access === 'account+token') {
      const token = request.headers['csrf-token'];
      await csrf.use(account, typeof token === 'string' ? token : undefined);
    }
    return { account, actor };
  };
}

export type Guard = ReturnType<typeof createGuard>;

/** The client's address. It is asked for at once: with the connection, the address goes too. */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request as { ip: string | undefined };
  return ip ?? 'unknown';
}
