import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { test } from 'node:test';

import { shareSyncs, writeFully } from './durable-files.ts';

/** Syncs that end when they are told to. */
function makeSyncs() {
  const started: { path: string; end: PromiseWithResolvers<undefined> }[] = [];
  const sync = shareSyncs((path) => {
    const end = Promise.withResolvers<undefined>();
    started.push({ path, end });
    return end.promise;
  });
  return { started, sync };
}

test('who asks while a sync runs shares the next one, and no other', async () => {
  const { started, sync } = makeSyncs();
  const first = sync('a');
  const late = [sync('a'), sync('a'), sync('a')];
  const elsewhere = sync('b');
  assert.deepEqual(
    started.map(({ path }) => path),
    ['a', 'b'],
  );
  started[0]?.end.resolve(undefined);
  started[1]?.end.resolve(undefined);
  await Promise.all([first, elsewhere]);
  await new Promise(setImmediate);
  assert.equal(started.length, 3);
  let done = false;
  const all = Promise.all(late).then(() => (done = true));
  await new Promise(setImmediate);
  assert.equal(done, false);
  started[2]?.end.resolve(undefined);
  await all;
  assert.equal(started.length, 3);
});

test('a sync that fails fails those who shared it, and the next one stands for itself', async () => {
  const { started, sync } = makeSyncs();
  const first = sync('a');
  const second = [sync('a'), sync('a')];
  started[0]?.end.reject(new Error('no room'));
  await assert.rejects(first, /no room/);
  await new Promise(setImmediate);
  started[1]?.end.reject(new Error('disk gone'));
  for (const each of second) await assert.rejects(each, /disk gone/);
  const third = sync('a');
  started[2]?.end.resolve(undefined);
  await third;
});

/** A file that takes at most `limit` bytes a call, as a system under pressure may. */
function createGrudgingFile(limit: number) {
  let taken = Buffer.alloc(0);
  const writev: FileHandle['writev'] = (buffers) => {
    const offered = Buffer.concat(buffers as readonly Uint8Array[]);
    const accepted = offered.subarray(0, limit);
    taken = Buffer.concat([taken, accepted]);
    return Promise.resolve({ bytesWritten: accepted.length, buffers });
  };
  return { writev, taken: () => taken.toString() };
}

for (const limit of [1, 2, 3, 5, 100]) {
  test(`every byte arrives, in order, when the system takes ${limit} at a time`, async () => {
    const file = createGrudgingFile(limit);
    const pieces = ['abc', '', 'd', 'efghi', ''].map((text) => Buffer.from(text));
    await writeFully(file, pieces, 0);
    assert.equal(file.taken(), 'abcdefghi');
  });
}

test('a system that takes nothing is a fault, not an endless loop', async () => {
  await assert.rejects(writeFully(createGrudgingFile(0), [Buffer.from('abc')], 0));
});
