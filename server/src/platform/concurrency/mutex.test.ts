import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Mutex, Semaphore } from './concurrency.ts';

test('a mutex admits one user at a time, in the order of asking', async () => {
  const mutex = new Mutex();
  const steps: string[] = [];
  assert.ok(mutex.isFree);
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      mutex.run(async () => {
        steps.push(`${name} begins`);
        await Promise.resolve();
        assert.ok(!mutex.isFree);
        steps.push(`${name} ends`);
      }),
    ),
  );
  assert.deepEqual(
    steps,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  assert.ok(mutex.isFree);
});

test('a semaphore admits as many as its limit, and the next when one is done', async () => {
  const semaphore = new Semaphore(2);
  const [first] = await Promise.all([semaphore.acquire(), semaphore.acquire()]);
  assert.ok(!semaphore.isFree);
  const third = semaphore.acquire();
  assert.equal(semaphore.waiting, 1);
  first();
  assert.ok(!semaphore.isFree, 'the place has passed on');
  (await third)();
  assert.ok(semaphore.isFree);
  assert.equal(semaphore.waiting, 0);
});

test('work that fails releases its place', async () => {
  const mutex = new Mutex();
  await assert.rejects(
    mutex.run(() => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await mutex.run(() => 1), 1);
});
