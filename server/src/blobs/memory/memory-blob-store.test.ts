import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key, otherKey, put } from '../conformance/blob-store-case.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

test('a memory store cannot tell its free room unless it was given a capacity', async () => {
  assert.equal(await new MemoryBlobStore().freeBytes(), undefined);
  assert.equal(await new MemoryBlobStore({ capacityBytes: 10 }).freeBytes(), 10);
});

test('a full memory store refuses more, and has room again after abort and delete', async () => {
  const store = new MemoryBlobStore({ capacityBytes: 10 });
  await put(store, key, Buffer.alloc(6));
  const writer = await store.create(otherKey);
  await writer.write([Buffer.alloc(4)]);
  await assert.rejects(writer.write([Buffer.alloc(1)]), { code: 'insufficient_storage' });
  await assert.rejects(store.check(), { code: 'insufficient_storage' });
  await writer.abort();
  assert.equal(await store.freeBytes(), 4);
  await store.delete(key);
  await store.delete(key);
  assert.equal(await store.freeBytes(), 10);
  await store.check();
});
