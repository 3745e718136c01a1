import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { parseDispatchTerms } from '../../domain/dispatch-terms.ts';
import type { IdempotencyClaim } from '../../domain/idempotency.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { statusOk } from './wire.ts';

const maxKeyLength = 255;

/** Operations 8 and 9: sending the tray to the receivers, and lending them an upload page. */
export function dispatchRoutes({ dispatching, termsPolicy, hasher }: Services): Route[] {
  function claimOf(request: FastifyRequest, operation: string): IdempotencyClaim | undefined {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || key === '' || key.length > maxKeyLength) {
      throw new ValiseError(
        'bad_request',
        `The Idempotency-Key must be one text of at most ${maxKeyLength} characters.`,
      );
    }
    const requestText = JSON.stringify([operation, request.body]);
    return {
      keyHash: hasher.hash(key),
      requestHash: createHash('sha256').update(requestText).digest(),
    };
  }

  return [
    {
      path: '/:user/cgi/createdrop.cgi',
      access: 'account+token',
      methods: {
        POST: {
          body: 'json',
          async handle({ account, actor }, request) {
            const terms = parseDispatchTerms(request.body, termsPolicy);
            await dispatching.createDrop(actor, account, terms, claimOf(request, 'createdrop'));
            return statusOk;
          },
        },
      },
    },
    {
      path: '/:user/cgi/givedrop.cgi',
      access: 'account+token',
      methods: {
        POST: {
          body: 'json',
          async handle({ account, actor }, request) {
            const terms = parseDispatchTerms(request.body, termsPolicy);
            await dispatching.createGrant(actor, account, terms, claimOf(request, 'givedrop'));
            return statusOk;
          },
        },
      },
    },
  ];
}
