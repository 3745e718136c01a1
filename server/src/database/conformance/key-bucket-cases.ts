import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import type { StoreCase } from './store-case.ts';

const [tray, expiry] = ['tray-2026-11-15', 'expiry-2026-11-16'];

export const keyBucketCases: readonly StoreCase[] = [
  {
    name: 'keeps the buckets that it had made, by name, each once',
    async run(store) {
      assert.deepEqual(await store.keyBuckets.list(), []);
      await store.keyBuckets.add([tray, expiry]);
      await store.keyBuckets.noteSpent(tray, noon);
      await store.keyBuckets.add([tray]);
      assert.deepEqual(await store.keyBuckets.list(), [
        { bucket: expiry, spentAt: undefined },
        { bucket: tray, spentAt: noon },
      ]);
    },
  },
  {
    name: 'forgets that a bucket was spent once something needs it again',
    async run(store) {
      await store.keyBuckets.add([tray]);
      await store.keyBuckets.noteSpent(tray, noon);
      await store.keyBuckets.noteSpent(tray, undefined);
      assert.deepEqual(await store.keyBuckets.list(), [{ bucket: tray, spentAt: undefined }]);
    },
  },
  {
    name: 'forgets the buckets that it is told to, and no other',
    async run(store) {
      await store.keyBuckets.add([tray, expiry]);
      await store.keyBuckets.remove([tray, 'tray-1999-01-01']);
      assert.deepEqual(await store.keyBuckets.list(), [{ bucket: expiry, spentAt: undefined }]);
    },
  },
];
