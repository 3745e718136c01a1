import { parseDispatchTerms } from '../../domain/dispatch-terms.ts';
import type { Dispatching } from '../../domain/dispatching.ts';
import type { AccountHandler, Route } from '../route.ts';
import type { Services } from '../services.ts';
import { answerOk, claimOf } from './idempotency.ts';

/** Operations 8 and 9: sending the tray to the receivers, and lending them an upload page. */
export function dispatchRoutes({ dispatching, termsPolicy, hasher }: Services): Route[] {
  function dispatchWith(operation: string, verb: keyof Dispatching): AccountHandler {
    return async ({ account, actor }, request, reply) => {
      const terms = parseDispatchTerms(request.body, termsPolicy);
      const claim = claimOf(request, operation, hasher);
      return answerOk(reply, await dispatching[verb](actor, account, terms, claim));
    };
  }

  return [
    {
      path: '/:user/cgi/createdrop.cgi',
      access: 'account+token',
      methods: {
        POST: { body: 'json', handle: dispatchWith('createdrop', 'createDrop') },
      },
    },
    {
      path: '/:user/cgi/givedrop.cgi',
      access: 'account+token',
      methods: {
        POST: { body: 'json', handle: dispatchWith('givedrop', 'createGrant') },
      },
    },
  ];
}
