import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.ts';
import { cacheResult } from './readiness.ts';

test('who asks while the work runs waits for that run, however long it takes', async () => {
  const clock = createFakeClock();
  const runs: PromiseWithResolvers<string>[] = [];
  const ask = cacheResult(clock, 1_000, () => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  const first = ask();
  clock.advance(60_000);
  const second = ask();
  assert.equal(runs.length, 1);
  runs[0]?.resolve('well');
  assert.deepEqual(await Promise.all([first, second]), ['well', 'well']);
  clock.advance(999);
  assert.equal(await ask(), 'well');
  assert.equal(runs.length, 1);
  clock.advance(1);
  void ask();
  assert.equal(runs.length, 2);
});
