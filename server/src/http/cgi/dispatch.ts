import type { RepeatableHeaders, SentTerms } from '#protocol/operations/cgi.ts';
import { briefLifetimeMs } from '../../domain/model/clock.ts';
import type { Principal } from '../../domain/model/principal.ts';
import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import type { Exchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import type { TermsPolicy } from './dispatch-terms.ts';
import { parseDispatchTerms } from './dispatch-terms.ts';
import { answerOk, claimOf } from './repeated-requests.ts';

const { createDrop, giveDrop } = operations.cgi;

/** Which operation corrects what the domain refused. */
const advice: Partial<Record<ErrorCode, string>> = {
  files_not_listed: 'Call get_files.cgi once, then send again.',
  file_unreadable: 'Remove it (remove_file.cgi), upload it again if you need it, and send again.',
};

/** Operations 8 and 9: sending the tray to the receivers, and giving them an upload page. */
export function dispatchRoutes({ dispatching, hasher }: Services, policy: TermsPolicy): Route[] {
  function dispatchWith(operation: string, verb: 'createDrop' | 'createGrant') {
    return async (
      { account, actor }: Principal,
      { headers, json }: { headers: RepeatableHeaders; json: SentTerms },
      exchange: Exchange,
    ) => {
      const terms = parseDispatchTerms(json, { ...policy, unit: account.ttlUnit ?? policy.unit });
      const claim = claimOf(operation, headers, json, hasher);
      const dispatched = await dispatching[verb](actor, account, terms, claim).catch(withAdvice);
      if (terms.lifetimeMs < briefLifetimeMs && !dispatched.isReplay) {
        exchange.log.warn(
          { accountId: account.id, desttime: terms.ttl, unit: terms.ttlUnit },
          'an account sent with a desttime of less than five minutes; "valise doctor" names it',
        );
      }
      if (dispatched.isReplay) exchange.setHeader('tray-removed', dispatched.trayRemoved);
      return answerOk(exchange, dispatched);
    };
  }

  return [
    route(createDrop, dispatchWith('createdrop', 'createDrop')),
    route(giveDrop, dispatchWith('givedrop', 'createGrant')),
  ];
}

/** Throws the error again, with the operation that corrects it. */
function withAdvice(error: unknown): never {
  const added = error instanceof ValiseError ? advice[error.code] : undefined;
  if (!(error instanceof ValiseError) || added === undefined) throw error;
  throw new ValiseError(error.code, `${error.message} ${added}`, { cause: error.cause });
}
