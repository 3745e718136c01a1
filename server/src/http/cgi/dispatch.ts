import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RepeatableHeaders } from '#protocol/schemas/cgi.ts';
import { briefLifetimeMs } from '../../domain/model/clock.ts';
import type { IdempotencyClaim } from '../../domain/model/idempotency.ts';
import type { Principal } from '../../domain/model/principal.ts';
import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import { cgiChecks } from '../generated/checks.js';
import type { AccountHandler, Route, Services } from '../routing/route.ts';
import { cgiAccess } from '../routing/route.ts';
import type { CgiTerms, TermsPolicy } from './dispatch-terms.ts';
import { parseDispatchTerms } from './dispatch-terms.ts';
import { statusOk } from './wire.ts';

/** Which operation corrects what the domain refused. */
const advice: Partial<Record<ErrorCode, string>> = {
  files_not_listed: 'Call get_files.cgi once, then send again.',
  file_unreadable: 'Remove it (remove_file.cgi), upload it again if you need it, and send again.',
};

/** Operations 8 and 9: sending the tray to the receivers, and giving them an upload page. */
export function dispatchRoutes({ dispatching, hasher }: Services, policy: TermsPolicy): Route[] {
  function readTerms({ account }: Principal, { body }: FastifyRequest): CgiTerms {
    return parseDispatchTerms(body, { ...policy, unit: account.ttlUnit ?? policy.unit });
  }

  function explain(principal: Principal, request: FastifyRequest): void {
    readTerms(principal, request);
    explainKey(request);
  }

  function dispatchWith(operation: string, verb: 'createDrop' | 'createGrant'): AccountHandler {
    return async (principal, request, reply) => {
      const { account, actor } = principal;
      const terms = readTerms(principal, request);
      const claim = claimOf(request, operation, hasher);
      const dispatched = await dispatching[verb](actor, account, terms, claim).catch(withAdvice);
      if (terms.lifetimeMs < briefLifetimeMs && !dispatched.isReplay) {
        request.log.warn(
          { accountId: account.id, desttime: terms.ttl, unit: terms.ttlUnit },
          'an account sent with a desttime of less than five minutes; "valise doctor" names it',
        );
      }
      if (dispatched.isReplay) reply.header('tray-removed', dispatched.trayRemoved);
      return answerOk(reply, dispatched);
    };
  }

  return [
    {
      path: '/:user/cgi/createdrop.cgi',
      access: cgiAccess.dispatch,
      cost: 'request',
      methods: {
        POST: {
          body: 'json',
          schema: cgiChecks.createdrop,
          explain,
          handle: dispatchWith('createdrop', 'createDrop'),
        },
      },
    },
    {
      path: '/:user/cgi/givedrop.cgi',
      access: cgiAccess.dispatch,
      cost: 'request',
      methods: {
        POST: {
          body: 'json',
          schema: cgiChecks.givedrop,
          explain,
          handle: dispatchWith('givedrop', 'createGrant'),
        },
      },
    },
  ];
}

/** Throws the error again, with the operation that corrects it. */
function withAdvice(error: unknown): never {
  const added = error instanceof ValiseError ? advice[error.code] : undefined;
  if (!(error instanceof ValiseError) || added === undefined) throw error;
  throw new ValiseError(error.code, `${error.message} ${added}`, { cause: error.cause });
}

/** Throws `bad_request` where the `Idempotency-Key` does not fit the schema. */
export function explainKey({ headers }: FastifyRequest): void {
  if (cgiChecks.createdrop.headers(headers)) return;
  throw new ValiseError(
    'bad_request',
    'The Idempotency-Key must be one text of at most 255 characters.',
  );
}

/** The claim of a request with an `Idempotency-Key`; undefined without one. */
export function claimOf(
  request: FastifyRequest,
  operation: string,
  hasher: TokenHasher,
): IdempotencyClaim | undefined {
  const { 'idempotency-key': key } = request.headers as RepeatableHeaders;
  if (key === undefined) return undefined;
  const requestText = JSON.stringify([operation, request.body]);
  const keyHash = hasher.hash('idempotency key', key);
  return {
    keyHash,
    otherKeyHash: hasher.hashes('idempotency key', key).find((hash) => !hash.equals(keyHash)),
    requestHash: createHash('sha256').update(requestText).digest(),
  };
}

/** Answers as the first time, and marks the answer to a repeated request. */
export function answerOk(reply: FastifyReply, { isReplay }: { isReplay: boolean }) {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  return statusOk;
}
