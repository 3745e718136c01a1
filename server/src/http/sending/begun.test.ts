import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begun } from './begun.ts';

test('the first piece is on its way at once, and no other', async () => {
  let asked = 0;
  async function* content() {
    for (; asked < 3;) yield await Promise.resolve((asked += 1));
  }
  const pieces = begun(content());
  await sleep(1);
  assert.equal(asked, 1);
  const taken: number[] = [];
  for await (const piece of pieces) taken.push(piece);
  assert.deepEqual(taken, [1, 2, 3]);
});

test('a failure waits until somebody comes for it', async () => {
  async function* content() {
    yield* await Promise.reject<string[]>(new Error('broken'));
  }
  const pieces = begun(content());
  // Long enough for an unhandled rejection to be noticed.
  await sleep(5);
  await assert.rejects(pieces.next(), /broken/);
});

test('what is not wanted after all is ended, once its first piece has come', async () => {
  const steps: string[] = [];
  async function* content() {
    try {
      await sleep(1);
      steps.push('came');
      yield 'piece';
    } finally {
      steps.push('ended');
    }
  }
  await begun(content()).return();
  assert.deepEqual(steps, ['came', 'ended']);
});
