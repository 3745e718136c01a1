import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestartPause } from './worker-pool.ts';

test('what fails is started again at once, then later and later, but never very late', () => {
  const pause = createRestartPause();
  const pauses = Array.from({ length: 8 }, () => pause.after(10));
  assert.deepEqual(pauses, [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('what cannot begin while a database or a store is away is started again every few seconds', () => {
  const pause = createRestartPause();
  const pauses = Array.from({ length: 6 }, () => pause.after(10, true));
  assert.deepEqual(pauses, [0, 1_000, 2_000, 3_000, 3_000, 3_000]);
});

test('what has worked for a while is started again at once', () => {
  const pause = createRestartPause();
  for (let failures = 0; failures < 5; failures += 1) pause.after(10);
  assert.equal(pause.after(60_000), 0);
  assert.equal(pause.after(10), 1_000);
});
