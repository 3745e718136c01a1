import assert from 'node:assert/strict';
import { test } from 'node:test';

import { backoffMs, retry } from './concurrency.ts';

test('each wait is twice as long as the one before, up to a limit', () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => backoffMs(failures, { firstMs: 10, maxMs: 50 }));
  assert.deepEqual(waits, [10, 20, 40, 50, 50]);
});

test('attempts follow each other until one has a result', async () => {
  let attempts = 0;
  const attempt = () => Promise.resolve((attempts += 1) === 3 ? 'done' : undefined);
  assert.equal(await retry(attempt, { firstMs: 1, maxMs: 1, timeoutMs: 10_000 }), 'done');
  assert.equal(attempts, 3);
});

test('there is an attempt in any case, and none after the timeout', async () => {
  let attempts = 0;
  const attempt = () => Promise.resolve((attempts += 1) > 1 ? 'late' : undefined);
  assert.equal(await retry(attempt, { firstMs: 1, maxMs: 1, timeoutMs: 0 }), undefined);
  assert.equal(attempts, 1);
});

test('an error ends it', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  await assert.rejects(retry(broken, { firstMs: 1, maxMs: 1, timeoutMs: 1000 }), /broken/);
});
