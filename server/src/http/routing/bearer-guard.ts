import type { FastifyRequest } from 'fastify';
import type { BearerAccess } from '#protocol/access.ts';
import type { Actor, BearerPrincipal, BearerSignedIn } from '../../domain/model/principal.ts';
import { sourceOf } from '../connection/source-of.ts';
import type { Admission } from './basic-guard.ts';
import type { RequestRate } from './request-rate.ts';
import { refuseOutOfScope } from './scope.ts';
import { strangerOf } from './stranger.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { Services } from './route.ts';

const pattern = /^bearer +([\x21-\x7e]{1,1024}) *$/i;

/** The key of an Authorization header, or undefined when it is not valid Bearer. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  return pattern.exec(headers.authorization ?? '')?.[1];
}

export type BearerGuard = ReturnType<typeof createBearerGuard>;

/** Authorises a request with an API key alone or throws: first the key, then its scope. No cookie counts. */
export function createBearerGuard(
  { bearerSignIn, auditOnce }: Pick<Services, 'bearerSignIn' | 'auditOnce'>,
  rate: RequestRate,
) {
  async function admit(
    request: FastifyRequest,
    key: string | undefined,
    access: BearerAccess,
  ): Promise<Admission> {
    const stranger = strangerOf(request);
    const signedIn = await bearerSignIn.signIn(key, stranger);
    const principal = principalOf(signedIn, stranger);
    refuseOutOfScope(principal, access);
    await rate.count(principal.account.id);
    await recordRead(auditOnce, 'sign_in.ok', principal, request.log);
    return { principal, endTokenUse: undefined };
  }

  /** Authorises a caller that was authorised before, without waiting. Undefined says nothing. */
  function admitCached(
    request: FastifyRequest,
    key: string,
    access: BearerAccess,
  ): Admission | undefined {
    if (rate.isLimited) return undefined;
    const signedIn = bearerSignIn.findCached(key);
    if (signedIn === undefined) return undefined;
    const principal = principalOf(signedIn, { source: sourceOf(request), requestId: request.id });
    if (!isReadRecorded(auditOnce, 'sign_in.ok', principal)) return undefined;
    refuseOutOfScope(principal, access);
    return { principal, endTokenUse: undefined };
  }

  return (request: FastifyRequest, access: BearerAccess): Admission | Promise<Admission> => {
    const key = keyOf(request);
    if (key === undefined) return admit(request, key, access);
    const admitLooked = () => admitCached(request, key, access) ?? admit(request, key, access);
    const looked = bearerSignIn.look();
    return looked === undefined ? admitLooked() : looked.then(admitLooked);
  };
}

function principalOf(
  signedIn: BearerSignedIn,
  client: Pick<Actor, 'source' | 'requestId'>,
): BearerPrincipal {
  return { ...signedIn, via: 'bearer', actor: { ...client, name: signedIn.account.email } };
}
