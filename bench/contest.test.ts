import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contestant } from './contest.ts';
import { contest } from './contest.ts';

test('everybody warms up, then the order turns around with each round', async () => {
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

  const sides = await contest(contestants, { warmUps: 2, rounds: 2 }, () => undefined);

  const runs = order.filter((step) => !step.startsWith('tidy'));
  assert.deepEqual(runs, ['a0', 'a1', 'b0', 'b1', 'a2', 'b2', 'b3', 'a3']);
  assert.equal(order[order.indexOf('b2') + 1], 'tidy b2');
  assert.deepEqual(
    sides.map(({ trials }) => trials.map(({ work }) => work)),
    [
      [20, 30],
      [20, 30],
    ],
    'warming up does not count',
  );
  assert.ok(sides.every(({ peakRssBytes = 0 }) => peakRssBytes > 1024 * 1024));
});
