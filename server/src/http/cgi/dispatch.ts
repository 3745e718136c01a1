import type { FastifyRequest } from 'fastify';
import type { Dispatching } from '../../domain/dispatches/dispatching.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { briefLifetimeMs } from '../../domain/model/ttl.ts';
import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { cgiChecks } from '../generated/cgi-checks.js';
import type { AccountHandler, Route } from '../routing/route.ts';
import { cgiAccess } from '../routing/route.ts';
import type { Services } from '../routing/services.ts';
import type { CgiTerms, TermsPolicy } from './dispatch-terms.ts';
import { parseDispatchTerms } from './dispatch-terms.ts';
import { answerOk, claimOf } from './idempotency.ts';

/** Which operation mends what the domain found wrong. */
const advice: Partial<Record<ErrorCode, string>> = {
  files_not_listed: 'Call get_files.cgi once, then send again.',
  file_unreadable: 'Remove it (remove_file.cgi), upload it again if you need it, and send again.',
};

/** Operations 8 and 9: sending the tray to the receivers, and lending them an upload page. */
export function dispatchRoutes({ dispatching, hasher }: Services, policy: TermsPolicy): Route[] {
  function readTerms({ account }: Principal, { body }: FastifyRequest): CgiTerms {
    return parseDispatchTerms(body, { ...policy, unit: account.ttlUnit ?? policy.unit });
  }

  function dispatchWith(operation: string, verb: keyof Dispatching): AccountHandler {
    return async (principal, request, reply) => {
      const { account, actor } = principal;
      const terms = readTerms(principal, request);
      const claim = claimOf(request, operation, hasher);
      const dispatched = await dispatching[verb](actor, account, terms, claim).catch(withAdvice);
      if (terms.lifetimeMs < briefLifetimeMs && !dispatched.isReplay) {
        request.log.warn(
          { account: account.email, desttime: terms.ttl, unit: terms.ttlUnit },
          `${account.email} sent with a desttime of ${terms.ttl} ${terms.ttlUnit}, which is less than five minutes`,
        );
      }
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
          explain: readTerms,
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
          explain: readTerms,
          handle: dispatchWith('givedrop', 'createGrant'),
        },
      },
    },
  ];
}

/** Throws the error again, with the operation that mends it. */
function withAdvice(error: unknown): never {
  const added = error instanceof ValiseError ? advice[error.code] : undefined;
  if (!(error instanceof ValiseError) || added === undefined) throw error;
  throw new ValiseError(error.code, `${error.message} ${added}`, { cause: error.cause });
}
