import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import type { DatabaseCase } from './database-case.ts';

const [tray, expiry] = ['tray-2026-11-15', 'expiry-2026-11-16'];

export const keyBucketCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the buckets that it had made, by name, each once',
    async run(database) {
      assert.deepEqual(await database.keyBuckets.list(), []);
      await database.keyBuckets.add([tray, expiry]);
      await database.keyBuckets.noteSpent(tray, noon);
      await database.keyBuckets.add([tray]);
      assert.deepEqual(await database.keyBuckets.list(), [
        { bucket: expiry, spentAt: undefined },
        { bucket: tray, spentAt: noon },
      ]);
    },
  },
  {
    name: 'forgets that a bucket was spent once something needs it again',
    async run(database) {
      await database.keyBuckets.add([tray]);
      await database.keyBuckets.noteSpent(tray, noon);
      await database.keyBuckets.noteSpent(tray, undefined);
      assert.deepEqual(await database.keyBuckets.list(), [{ bucket: tray, spentAt: undefined }]);
    },
  },
  {
    name: 'forgets the buckets that it is told to, and no other',
    async run(database) {
      await database.keyBuckets.add([tray, expiry]);
      await database.keyBuckets.remove([tray, 'tray-1999-01-01']);
      assert.deepEqual(await database.keyBuckets.list(), [{ bucket: expiry, spentAt: undefined }]);
    },
  },
];
