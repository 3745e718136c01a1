import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareApp } from '../connection/bare-app-fixture.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { sampleAccount, samplePrincipal } from '../../testing/samples.ts';
import { cgiAccess } from './route.ts';
import { registerRoutes } from './register-routes.ts';

test('guard, preconditions, cost and handler see the method that a POST stands for', async () => {
  const seen: string[] = [];
  const app = bareApp();
  registerRoutes(app, {
    routes: [
      {
        path: '/:user/thing',
        access: cgiAccess,
        cost: 'request',
        overridable: ['PATCH'],
        methods: {
          POST: { handle: () => 'POST' },
          PATCH: { cost: 'transfer', handle: (_principal, { method }) => method },
        },
      },
    ],
    guard(request) {
      seen.push(`guard: ${request.method}`);
      const principal = samplePrincipal(sampleAccount('a@b'), actor);
      return { principal, endTokenUse: undefined };
    },
    costs(cost, { method }, work) {
      seen.push(`cost: ${cost} of ${method}`);
      return work();
    },
    preconditions({ method }) {
      seen.push(`preconditions: ${method}`);
    },
  });
  const headers = { 'x-http-method-override': 'PATCH' };
  const answer = await app.inject({ method: 'POST', url: '/a@b/thing', headers });
  assert.equal(answer.body, 'PATCH');
  assert.deepEqual(seen, ['preconditions: PATCH', 'guard: PATCH', 'cost: transfer of PATCH']);
});
