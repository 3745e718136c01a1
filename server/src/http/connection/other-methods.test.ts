import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import { systemClock } from '../../platform/system.ts';
import { beginRequests } from './begin-requests.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { otherMethod, supportedMethods } from './other-methods.ts';
import { requestOptions } from './request-options.ts';

test('a request with any method reaches its route, and keeps its own method', async (t) => {
  const app = Fastify(requestOptions(pino({ level: 'silent' }), () => 'id'));
  t.after(() => app.close());
  beginRequests(app, createInFlightRequests(systemClock, []));
  const seen: string[] = [];
  app.addHook('onRequest', async ({ method, routeOptions: { url = 'none' } }, reply) => {
    seen.push(`${method} ${url}`);
    await reply.send();
  });
  const methods = [...supportedMethods, otherMethod];
  app.route({ url: '/known', method: methods, handler: () => assert.fail('answered before') });

  for (const method of METHODS.filter((each) => each !== 'CONNECT')) {
    await app.inject({ method: method as 'GET', url: '/known' });
    await app.inject({ method: method as 'GET', url: '/unknown' });
    assert.deepEqual(seen.splice(0), [`${method} /known`, `${method} none`]);
  }
});
