import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EarlySync } from './early-sync.ts';

const stride = 32 * 1024 * 1024;

/** A file whose syncs end when they are told to. */
function makeFile() {
  const syncs: PromiseWithResolvers<undefined>[] = [];
  return {
    syncs,
    datasync: () => {
      const sync = Promise.withResolvers<undefined>();
      syncs.push(sync);
      return sync.promise;
    },
  };
}

test('a file is synced stride by stride, one sync after another', async () => {
  const file = makeFile();
  const early = new EarlySync(file, { isTaken: false });
  early.wrote(stride - 1);
  assert.equal(file.syncs.length, 0);
  early.wrote(1);
  early.wrote(5 * stride);
  assert.equal(file.syncs.length, 1);
  file.syncs[0]?.resolve(undefined);
  await early.settle();
  early.wrote(1);
  assert.equal(file.syncs.length, 2);
  file.syncs[1]?.resolve(undefined);
  await early.settle();
});

test('of several files one is synced at a time', async () => {
  const turn = { isTaken: false };
  const [first, second] = [makeFile(), makeFile()];
  const early = [new EarlySync(first, turn), new EarlySync(second, turn)] as const;
  early[0].wrote(stride);
  early[1].wrote(stride);
  assert.equal(second.syncs.length, 0);
  first.syncs[0]?.resolve(undefined);
  await early[0].settle();
  early[1].wrote(1);
  assert.equal(second.syncs.length, 1);
  second.syncs[0]?.resolve(undefined);
  await early[1].settle();
});

test('a sync that failed is never forgotten', async () => {
  const file = makeFile();
  const turn = { isTaken: false };
  const early = new EarlySync(file, turn);
  early.wrote(stride);
  file.syncs[0]?.reject(new Error('EIO'));
  // Long enough for an unhandled rejection to be noticed.
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(turn.isTaken, false);
  early.wrote(stride);
  file.syncs[1]?.resolve(undefined);
  await assert.rejects(early.settle(), /EIO/);
});
