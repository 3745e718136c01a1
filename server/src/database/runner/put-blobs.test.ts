import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import type { UnsealedBlob } from '../../sealing/vault/intake.ts';
import { bufferMemoryBytes } from '../../sealing/crypto/sealer.ts';
import { createPut } from './writer.ts';

function unsealed(name: string): UnsealedBlob {
  const memory = new Uint8Array(new ArrayBuffer(bufferMemoryBytes(10)));
  const keying = {
    ...{ fileKey: randomBytes(32), salt: randomBytes(24) },
    ...{ installId: 'install', fileId: name, segment: 0 },
  };
  return { blobKey: name, keying, buffer: { memory, plainBytes: 10, isLast: true } };
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
  void put(unsealed('slow'));
  await Promise.all(['a', 'b', 'c'].map((name) => put(unsealed(name))));
  assert.deepEqual(store.calls, [['slow'], ['a'], ['b'], ['c']]);
  const stored = await put(unsealed('d'));
  assert.ok(stored.byteLength > 0);
});

test('a disk stores blobs that wait together at once, one batch after the other', async () => {
  const store = createSlowStore();
  const put = createPut(store, { isRemote: false });
  await Promise.all(['a', 'b', 'c'].map((name) => put(unsealed(name))));
  assert.deepEqual(store.calls, [['a', 'b', 'c']]);
  const slow = put(unsealed('slow'));
  const later = put(unsealed('d'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const soon = put(unsealed('e'));
  const first = await Promise.race([slow, later, soon, Promise.resolve('none')]);
  assert.equal(first, 'none');
  assert.deepEqual(store.calls.slice(1), [['slow', 'd']]);
});
