import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { WholeBlob } from '../../domain/ports/blob-store.ts';
import { createPut } from './writer.ts';

function blobOf(key: string): WholeBlob {
  return { key, bytes: Buffer.from(key) };
}

/** A store in which the blob `slow` is never stored. */
function createSlowStore() {
  const calls: string[][] = [];
  return {
    calls,
    async putMany(blobs: readonly { key: string }[]) {
      calls.push(blobs.map(({ key }) => key));
      if (blobs.some(({ key }) => key === 'slow')) await new Promise(() => undefined);
      return blobs.map(() => undefined);
    },
  };
}

test('a blob on its way to a remote store delays no other', async () => {
  const store = createSlowStore();
  const put = createPut(store, { isRemote: true });
  void put(blobOf('slow'));
  await Promise.all(['a', 'b', 'c'].map((name) => put(blobOf(name))));
  assert.deepEqual(store.calls, [['slow'], ['a'], ['b'], ['c']]);
});

test('a disk stores blobs that wait together at once, one batch after the other', async () => {
  const store = createSlowStore();
  const put = createPut(store, { isRemote: false });
  await Promise.all(['a', 'b', 'c'].map((name) => put(blobOf(name))));
  assert.deepEqual(store.calls, [['a', 'b', 'c']]);
  const slow = put(blobOf('slow'));
  const later = put(blobOf('d'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const soon = put(blobOf('e'));
  const first = await Promise.race([slow, later, soon, Promise.resolve('none')]);
  assert.equal(first, 'none');
  assert.deepEqual(store.calls.slice(1), [['slow', 'd']]);
});
