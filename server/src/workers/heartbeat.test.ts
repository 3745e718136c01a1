import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { heartbeatTimes, watchHeartbeat } from './worker-protocol.ts';

const times = heartbeatTimes(20_000);

/** A process whose answers come when the test says, and time that passes when it does. */
function startWatch(context: TestContext) {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  context.mock.method(performance, 'now', () => nowMs);
  const told: string[] = [];
  let answer: (() => void) | undefined;
  let pings = 0;
  const watch = watchHeartbeat(times, {
    ping() {
      pings += 1;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    },
    onSilent: () => told.push('silent'),
    onHeard: () => told.push('heard'),
    onHung: () => told.push('hung'),
  });
  context.after(() => {
    watch.stop();
  });
  return {
    told,
    pings: () => pings,
    pass(ms: number) {
      for (let passed = 0; passed < ms; passed += times.everyMs) {
        nowMs += times.everyMs;
        context.mock.timers.tick(times.everyMs);
      }
    },
    stall(ms: number) {
      nowMs += ms;
    },
    async answer() {
      answer?.();
      await nextTurn();
    },
  };
}

test('a worker is asked every 2 s, is silent after 10 and hung after 20', (context) => {
  assert.deepEqual(times, { everyMs: 2_000, silentMs: 10_000, hungMs: 20_000 });
  const watched = startWatch(context);
  watched.pass(2_000);
  assert.equal(watched.pings(), 1);
  watched.pass(8_000);
  assert.deepEqual(watched.told, []);
  watched.pass(2_000);
  assert.deepEqual(watched.told, ['silent']);
  watched.pass(8_000);
  assert.deepEqual(watched.told, ['silent']);
  watched.pass(20_000);
  assert.deepEqual(watched.told, ['silent', 'hung']);
});

test('a worker that answers is asked again, and one that answers late is heard', async (context) => {
  const watched = startWatch(context);
  for (let count = 1; count <= 20; count += 1) {
    watched.pass(2_000);
    assert.equal(watched.pings(), count);
    await watched.answer();
  }
  assert.deepEqual(watched.told, []);
  watched.pass(14_000);
  await watched.answer();
  watched.pass(2_000);
  await watched.answer();
  assert.deepEqual(watched.told, ['silent', 'heard']);
});

test('what this process slept through is not held against the worker', async (context) => {
  const watched = startWatch(context);
  watched.pass(2_000);
  watched.stall(3_600_000);
  watched.pass(2_000);
  await watched.answer();
  assert.deepEqual(watched.told, []);
});
