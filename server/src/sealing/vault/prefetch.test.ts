import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { prefetch } from './sealed-vault.ts';

test('order is kept, pieces are worked on early, and a failure comes in its place', async () => {
  const worked: string[] = [];
  async function* source() {
    for (const piece of ['a', 'b', 'c']) yield await Promise.resolve(piece);
    throw new Error('broken');
  }
  const reader = prefetch(
    source(),
    () => 2,
    async (piece) => {
      worked.push(piece);
      // The first takes longest: what is worked on together must still come out in order.
      await sleep(piece === 'a' ? 5 : 0);
      return piece.toUpperCase();
    },
  );
  assert.equal((await reader.next()).value, 'A');
  assert.deepEqual(worked, ['a', 'b']);
  // Long enough for an unhandled rejection to be noticed.
  await sleep(5);
  assert.equal((await reader.next()).value, 'B');
  assert.equal((await reader.next()).value, 'C');
  await assert.rejects(reader.next(), /broken/);
});

test('whoever ends early waits for what is under way, and the source is ended', async () => {
  let ended = false;
  let working = 0;
  async function* source() {
    try {
      for (;;) yield await Promise.resolve('piece');
    } finally {
      ended = true;
    }
  }
  const reader = prefetch(
    source(),
    () => 3,
    async () => {
      working += 1;
      await sleep(1);
      working -= 1;
    },
  );
  await reader.next();
  await reader.return(undefined);
  assert.equal(working, 0);
  assert.equal(ended, true);
});

test('fewer pieces are asked for ahead once the depth is less, but always one', async () => {
  let asked = 0;
  let depth = 3;
  async function* source() {
    for (;;) yield await Promise.resolve((asked += 1));
  }
  const reader = prefetch(
    source(),
    () => depth,
    (piece) => Promise.resolve(piece),
  );
  await reader.next();
  await sleep(1);
  assert.equal(asked, 4);
  depth = 0;
  for (const expected of [2, 3, 4, 5]) assert.equal((await reader.next()).value, expected);
  await sleep(1);
  assert.equal(asked, 6);
  await reader.return(undefined);
});
