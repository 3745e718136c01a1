import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import type { ReadinessReport } from './health.ts';
import { healthRoutes } from './health.ts';

for (const [status, httpStatus] of [
  ['ok', 200],
  ['degraded', 200],
  ['unavailable', 503],
] as const) {
  test(`/readyz says ${status} with ${httpStatus}`, async (context) => {
    const report: ReadinessReport = { status, checks: { space: 'as it is' } };
    const route = healthRoutes(() => Promise.resolve(report)).find(
      ({ path }) => path === '/readyz',
    );
    const handle = route?.access === 'public' ? route.methods.GET?.handle : undefined;
    assert.ok(handle);
    const app = fastify();
    context.after(() => app.close());
    app.get('/readyz', (request, reply) => handle(undefined as never, request, reply));
    const answer = await app.inject('/readyz');
    assert.equal(answer.statusCode, httpStatus);
    assert.deepEqual(answer.json(), report);
  });
}
