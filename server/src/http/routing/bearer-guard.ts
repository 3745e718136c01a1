import type { FastifyRequest } from 'fastify';
import type { BearerAccess } from '#protocol/access.ts';
import type { Actor, Principal, SignedIn } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { sourceOf } from '../connection/source-of.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import type { Admission } from './basic-guard.ts';
import type { RequestRate } from './request-rate.ts';
import { refuseOutOfScope } from './scope.ts';
import { strangerOf } from './stranger.ts';
import { isReadRecorded, recordRead } from './record-read.ts';
import type { Services } from './route.ts';

const bearerPattern = /^bearer +([\x21-\x7e]{1,1024}) *$/i;
const basicPattern = /^basic(?: |$)/i;

/** How a request proves whose it is. */
interface Proof {
  via: Principal['via'];
  /** Undefined says nothing. */
  findCached(source: string): SignedIn | undefined;
  signIn(stranger: Actor): Promise<SignedIn>;
}

/**
 * Throws `forbidden` for what a browser sends. It keeps the credentials that somebody once typed, and adds them to
 * requests that the page of another site makes it send.
 */
function refuseBrowser({ headers }: FastifyRequest): void {
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return;
  throw new ValiseError(
    'forbidden',
    'Browsers cannot use HTTP Basic here. Send the key alone: Authorization: Bearer KEY.',
  );
}

export type BearerGuard = ReturnType<typeof createBearerGuard>;

/**
 * Authorises a request with an API key alone or throws: first the key, then its scope. No cookie counts. A tool that
 * knows nothing else may send address and key with HTTP Basic, for which nobody is asked.
 */
export function createBearerGuard(
  { signIn, bearerSignIn, auditOnce }: Pick<Services, 'signIn' | 'bearerSignIn' | 'auditOnce'>,
  rate: RequestRate,
) {
  function proofOf(request: FastifyRequest): Proof {
    const { authorization = '' } = request.headers;
    if (basicPattern.test(authorization)) {
      refuseBrowser(request);
      const credentials = parseBasicCredentials(authorization);
      return {
        via: 'basic',
        findCached: (source) => signIn.findCached(authorization, source),
        signIn: (stranger) => signIn.signIn(credentials, stranger, authorization),
      };
    }
    const key = bearerPattern.exec(authorization)?.[1];
    return {
      via: 'bearer',
      findCached: (source) =>
        key === undefined ? undefined : bearerSignIn.findCached(key, source),
      signIn: (stranger) => bearerSignIn.signIn(key, stranger),
    };
  }

  async function admit(
    request: FastifyRequest,
    proof: Proof,
    access: BearerAccess,
  ): Promise<Admission> {
    const stranger = strangerOf(request);
    const signedIn = await proof.signIn(stranger);
    const actor = { ...stranger, name: signedIn.account.email };
    refuseOutOfScope(signedIn, access);
    const requestsLeft = await rate.count(signedIn.account.id);
    const principal = { ...signedIn, via: proof.via, actor, requestsLeft };
    await recordRead(auditOnce, 'sign_in.ok', principal, request.log);
    return { principal, endTokenUse: undefined };
  }

  /** Authorises a caller that was authorised before, without waiting. Undefined says nothing. */
  function admitCached(
    request: FastifyRequest,
    proof: Proof,
    access: BearerAccess,
  ): Admission | undefined {
    if (rate.isLimited) return undefined;
    const source = sourceOf(request);
    const signedIn = proof.findCached(source);
    if (signedIn === undefined) return undefined;
    const actor = { name: signedIn.account.email, source, requestId: request.id };
    const principal = { ...signedIn, via: proof.via, actor, requestsLeft: undefined };
    if (!isReadRecorded(auditOnce, 'sign_in.ok', principal)) return undefined;
    refuseOutOfScope(principal, access);
    return { principal, endTokenUse: undefined };
  }

  return (request: FastifyRequest, access: BearerAccess): Admission | Promise<Admission> => {
    const proof = proofOf(request);
    const admitLooked = () => admitCached(request, proof, access) ?? admit(request, proof, access);
    const looked = request.headers.authorization === undefined ? undefined : bearerSignIn.look();
    return looked === undefined ? admitLooked() : looked.then(admitLooked);
  };
}
