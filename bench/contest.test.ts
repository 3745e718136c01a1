import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contestant } from './contest.ts';
import { contest } from './contest.ts';

test('everybody warms up once, then the order turns around with each round', async () => {
  const order: string[] = [];
  const contestants = ['a', 'b'].map((name): Contestant => ({
    name,
    server: {
      name,
      pid: process.pid,
      url: 'http://127.0.0.1:1',
      launchedAt: 0,
      idleRssBytes: 1,
      stop: () => Promise.resolve(),
    },
    run(round) {
      order.push(`${name}${round}`);
      return Promise.resolve({ work: 10 * round, seconds: 1, clientCpuSeconds: 0 });
    },
    tidy(round) {
      order.push(`tidy ${name}${round}`);
      return Promise.resolve();
    },
  }));

  const sides = await contest(contestants, 2, () => undefined);

  const runs = order.filter((step) => !step.startsWith('tidy'));
  assert.deepEqual(runs, ['a0', 'b0', 'a1', 'b1', 'b2', 'a2']);
  assert.equal(order[order.indexOf('b1') + 1], 'tidy b1');
  assert.deepEqual(
    sides.map(({ trials }) => trials.map(({ work }) => work)),
    [
      [10, 20],
      [10, 20],
    ],
    'the warm-up does not count',
  );
  assert.ok(sides.every(({ peakRssBytes = 0 }) => peakRssBytes > 1024 * 1024));
});
