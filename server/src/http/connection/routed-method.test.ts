import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { bareApp } from './bare-app-fixture.ts';
import { routedMethod } from './routed-method.ts';

test('a request with any method reaches its route, and keeps its own method', async (t) => {
  const app = bareApp();
  t.after(() => app.close());
  const seen: string[] = [];
  app.addHook('onRequest', async ({ method, routeOptions: { url = 'none' } }, reply) => {
    seen.push(`${method} ${url}`);
    await reply.send();
  });
  app.route({
    url: '/known',
    method: routedMethod,
    handler: () => assert.fail('answered before'),
  });

  for (const method of METHODS.filter((each) => each !== 'CONNECT')) {
    await app.inject({ method: method as 'GET', url: '/known' });
    await app.inject({ method: method as 'GET', url: '/unknown' });
    assert.deepEqual(seen.splice(0), [`${method} /known`, `${method} none`]);
  }
});
