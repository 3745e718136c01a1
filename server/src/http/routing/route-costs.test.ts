import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createRateCounter } from '../../coordination/shared-tables.ts';
import { createSingleProcessCoordination } from '../../coordination/process-coordination.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createRouteCosts } from './route-costs.ts';

const hasher = { fingerprint: (secret: string) => `fingerprint of ${secret}` };

function openCosts({ perLink = 0, perNetwork = 0, requestsPerLink = 0 }) {
  const clock = createFakeClock();
  const slots = createSingleProcessCoordination(clock, { perLink, perNetwork, inAll: 0 }).slots;
  const costs = createRouteCosts({
    slots,
    hasher,
    counter: createRateCounter(clock),
    requestsPerLink,
  });
  const run = async (...run: Parameters<typeof costs>) => await costs(...run);
  return { clock, costs, run };
}

function requestOf(secret: string | undefined, ip = '192.0.2.1', method = 'GET'): FastifyRequest {
  const params = secret === undefined ? {} : { secret };
  return { params, ip, method } as unknown as FastifyRequest;
}

/** Work that goes on until it is told to end. */
function longWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

test('a transfer has its slot until it has ended, well or badly', async () => {
  const { run } = openCosts({ perLink: 1 });
  for (const end of ['resolve', 'reject'] as const) {
    const { work, ...ends } = longWork();
    const first = run('transfer', requestOf('a'), work);
    await assert.rejects(run('transfer', requestOf('a'), work), {
      code: 'too_many_requests',
    });
    assert.equal(await run('transfer', requestOf('b'), () => 'another link'), 'another link');
    assert.equal(await run('request', requestOf('a'), () => 'the page'), 'the page');
    ends[end]('ended');
    await Promise.allSettled([first]);
  }
  assert.equal(await run('transfer', requestOf('a'), () => 'again'), 'again');
});

test('a network is an address, or 64 bits of one; this machine is none', async () => {
  const { run } = openCosts({ perNetwork: 1 });
  const { work } = longWork();
  void run('transfer', requestOf(undefined, '2001:db8::1'), work);
  const sameNetwork = requestOf(undefined, '2001:db8::2');
  await assert.rejects(run('transfer', sameNetwork, work), { code: 'too_many_requests' });
  const head = requestOf(undefined, '2001:db8::2', 'HEAD');
  assert.equal(await run('transfer', head, () => 'headers'), 'headers');
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    void run('transfer', requestOf(undefined, ip), work);
    assert.equal(await run('transfer', requestOf(undefined, ip), () => 'ok'), 'ok');
  }
});

test('a link may be used so many times a minute', async () => {
  const { costs, run, clock } = openCosts({ requestsPerLink: 3 });
  const use = (secret: string) => run('request', requestOf(secret), () => 'used');
  for (let times = 0; times < 3; times += 1) assert.equal(await use('a'), 'used');
  await assert.rejects(use('a'), { code: 'too_many_requests', retryAfterSeconds: 60 });
  assert.equal(await use('b'), 'used');
  clock.advance(60_000);
  assert.equal(await use('a'), 'used');
  assert.equal(
    costs('none', requestOf('a'), () => 'at once'),
    'at once',
  );
  assert.equal(
    costs('request', requestOf(undefined), () => 'at once'),
    'at once',
    'accounts have a rate of their own',
  );
});
