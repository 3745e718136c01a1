import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareApp } from '../connection/bare-app-fixture.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { CompiledOperation } from '#protocol/operations/compiled.ts';
import { route } from './operation.ts';
import { mergeRoutes } from './operation.ts';
import { registerRoutes } from './register-routes.ts';

const staying: CompiledOperation = {
  ...{ name: 'things.add', method: 'POST', path: '/things', answer: 'json', input: {} },
  ...{ access: 'public', cost: 'none' },
};
const going: CompiledOperation = {
  ...{ ...staying, name: 'things.list', method: 'GET' },
  deprecated: { since: '2026-12-01', sunset: '2027-12-31' },
};

test('an operation that goes says so with every answer, and others of its path do not', async () => {
  const app = bareApp();
  let isRefused = false;
  registerRoutes(app, {
    routes: mergeRoutes([
      route(going, () => {
        if (isRefused) throw new ValiseError('not_found', 'There is none.');
        return {};
      }),
      route(staying, () => ({})),
    ]),
    guard: () => Promise.reject(new Error('never asked')),
    costs: (_cost, _request, work) => work(),
    preconditions: () => undefined,
  });
  const said = async (method: 'GET' | 'POST' | 'PUT') => {
    const { headers } = await app.inject({ method, url: '/things' });
    return [headers['deprecation'], headers['sunset'], headers.link];
  };
  const announced = [
    '@1796083200',
    'Fri, 31 Dec 2027 23:59:59 GMT',
    '</api/v1/>; rel="deprecation"; type="text/html"',
  ];
  assert.deepEqual(await said('GET'), announced);
  isRefused = true;
  assert.deepEqual(await said('GET'), announced);
  for (const method of ['POST', 'PUT'] as const) {
    assert.deepEqual(await said(method), [undefined, undefined, undefined]);
  }
});
