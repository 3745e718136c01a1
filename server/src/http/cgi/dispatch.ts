import { briefLifetimeMs } from '../../domain/model/desttime.ts';
import { parseDispatchTerms } from '../../domain/dispatches/dispatch-terms.ts';
import type { Dispatching } from '../../domain/dispatches/dispatching.ts';
import type { AccountHandler, Route } from '../routing/route.ts';
import type { Services } from '../routing/services.ts';
import { answerOk, claimOf } from './idempotency.ts';

/** Operations 8 and 9: sending the tray to the receivers, and lending them an upload page. */
export function dispatchRoutes({ dispatching, termsPolicy, hasher }: Services): Route[] {
  function dispatchWith(operation: string, verb: keyof Dispatching): AccountHandler {
    return async ({ account, actor }, request, reply) => {
      const unit = account.desttimeUnit ?? termsPolicy.unit;
      const terms = parseDispatchTerms(request.body, { ...termsPolicy, unit });
      const claim = claimOf(request, operation, hasher);
      const dispatched = await dispatching[verb](actor, account, terms, claim);
      if (terms.lifetimeMs < briefLifetimeMs && !dispatched.isReplay) {
        request.log.warn(
          { account: account.email, desttime: terms.ttl, unit },
          `${account.email} sent with a desttime of ${terms.ttl} ${unit}, which is less than five minutes`,
        );
      }
      return answerOk(reply, dispatched);
    };
  }

  return [
    {
      path: '/:user/cgi/createdrop.cgi',
      access: 'account+token',
      cost: 'request',
      methods: {
        POST: { body: 'json', handle: dispatchWith('createdrop', 'createDrop') },
      },
    },
    {
      path: '/:user/cgi/givedrop.cgi',
      access: 'account+token',
      cost: 'request',
      methods: {
        POST: { body: 'json', handle: dispatchWith('givedrop', 'createGrant') },
      },
    },
  ];
}
