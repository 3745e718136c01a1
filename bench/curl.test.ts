import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './curl.ts';

test('transfers together last from the first beginning to the last end', () => {
  const runs = [
    { seconds: 2, endedAt: 10_000, clientCpuSeconds: 1 },
    { seconds: 1, endedAt: 10_500, clientCpuSeconds: 0.5 },
  ];
  assert.deepEqual(together(runs), { seconds: 2.5, clientCpuSeconds: 1.5 });
});
