import assert from 'node:assert/strict';
import { hour } from '../../domain/model/clock.ts';
import type { BlobInfo, BlobStore, QuarantinedBlob } from '../../domain/ports/blob-store.ts';
import type { BlobStoreCase } from './blob-store-case.ts';
import { assertAbsent, key, listKeys, otherKey, put, readAll } from './blob-store-case.ts';

const hostileKeys = [
  '',
  '..',
  '../x',
  'a/b',
  'incoming',
  'A'.repeat(21),
  'A'.repeat(23),
  `../${'A'.repeat(19)}`,
  `${'A'.repeat(21)}/`,
  `${'A'.repeat(21)}\\`,
  `${'A'.repeat(21)}.`,
  `${'A'.repeat(21)}\0`,
  `${'A'.repeat(22)}\n`,
];

export const housekeepingCases: readonly BlobStoreCase[] = [
  {
    name: 'deletes a blob, and has nothing against a second time',
    async run({ store }) {
      await put(store, key, Buffer.from('short-lived'));
      await put(store, otherKey, Buffer.from('bystander'));
      await store.delete(key);
      await assertAbsent(store, key);
      await store.delete(key);
      assert.deepEqual(await listKeys(store), [otherKey]);
      await put(store, key, Buffer.from('again'));
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'again');
    },
  },
  {
    name: 'deletes several blobs, and has nothing against missing ones',
    async run({ store }) {
      const third = 'third-blob-00000000000';
      for (const each of [key, otherKey, third]) await put(store, each, Buffer.from(each));
      await store.deleteMany([key, 'missing-blob-000000000', third, key]);
      assert.deepEqual(await listKeys(store), [otherKey]);
      await store.deleteMany([]);
      assert.deepEqual(await listKeys(store), [otherKey]);
    },
  },
  {
    name: 'lists every committed blob with its size and time',
    async run({ store, clock }) {
      assert.deepEqual(await listKeys(store), []);
      const writer = await store.create(otherKey);
      clock.advance(hour);
      await writer.write([Buffer.alloc(7)]);
      await writer.commit();
      const committedAt = clock.now();
      clock.advance(hour);
      const listed: BlobInfo[] = [];
      for await (const blob of store.list()) listed.push(blob);
      assert.deepEqual(listed, [{ key: otherKey, sizeBytes: 7, modifiedAt: committedAt }]);
      await put(store, key, Buffer.alloc(1));
      assert.deepEqual(await listKeys(store), [key, otherKey]);
    },
  },
  {
    name: 'keeps a blob in quarantine out of sight, and gives it back as it was',
    async run({ store, clock }) {
      assert.deepEqual(await listQuarantined(store), []);
      await put(store, key, Buffer.from('aside'));
      await put(store, otherKey, Buffer.from('bystander'));
      const since = clock.now();
      await store.quarantine(key);
      await store.quarantine(key);
      await assertAbsent(store, key);
      assert.deepEqual(await listKeys(store), [otherKey]);
      assert.deepEqual(await listQuarantined(store), [{ key, since }]);
      await store.putBack({ key, since });
      await store.putBack({ key, since });
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'aside');
      assert.deepEqual(await listQuarantined(store), []);
    },
  },
  {
    name: 'removes what has been in quarantine since before the given instant',
    async run({ store, clock }) {
      await put(store, key, Buffer.from('old'));
      await put(store, otherKey, Buffer.from('young'));
      await store.quarantine(key);
      clock.advance(hour);
      const since = clock.now();
      await store.quarantine(otherKey);
      assert.equal(await store.discardQuarantined(since), 1);
      assert.equal(await store.discardQuarantined(since), 0);
      assert.deepEqual(await listQuarantined(store), [{ key: otherKey, since }]);
    },
  },
  {
    name: 'lists at least what was committed after the given instant',
    async run({ store, clock }) {
      await put(store, otherKey, Buffer.from('older'));
      clock.advance(hour);
      const since = clock.now();
      clock.advance(hour);
      await put(store, key, Buffer.from('newer'));
      const listed = await Array.fromAsync(store.list(since));
      assert.ok(
        listed.some((blob) => blob.key === key && blob.modifiedAt > since),
        'a blob that came in since must be listed',
      );
    },
  },
  {
    name: 'sweeps what was begun before the given instant and never ended',
    async run({ store, clock }) {
      await put(store, otherKey, Buffer.from('committed'));
      const abandoned = await store.create(key);
      await abandoned.write([Buffer.from('abandoned')]);
      clock.advance(hour);
      const recentAt = clock.now();
      const recent = await store.create('recent-writer-00000000');

      assert.equal(await store.sweepAbandoned(recentAt), 1);
      assert.equal(await store.sweepAbandoned(recentAt), 0);
      await assert.rejects(abandoned.commit(), 'what was swept must not be committed');
      await abandoned.abort();
      await recent.commit();
      assert.deepEqual(await listKeys(store), [otherKey, 'recent-writer-00000000']);
    },
  },
  {
    name: 'knows its free room, or says that it cannot tell',
    async run({ store }) {
      const freeBytes = await store.freeBytes();
      assert.ok(freeBytes === undefined || (Number.isSafeInteger(freeBytes) && freeBytes >= 0));
    },
  },
  {
    name: 'passes its own check and leaves no trace of it',
    async run({ store, clock }) {
      await store.check();
      clock.advance(1);
      assert.equal(await store.sweepAbandoned(clock.now()), 0);
      assert.deepEqual(await listKeys(store), []);
    },
  },
  {
    name: 'refuses keys that are not ids',
    async run({ store }) {
      for (const hostile of hostileKeys) {
        for (const [verb, use] of Object.entries(keyedVerbs)) {
          await assert.rejects(use(store, hostile), `${verb} took ${JSON.stringify(hostile)}`);
        }
      }
      assert.deepEqual(await listKeys(store), []);
    },
  },
];

async function listQuarantined(store: BlobStore): Promise<QuarantinedBlob[]> {
  return await Array.fromAsync(store.listQuarantined());
}

const keyedVerbs: Record<string, (store: BlobStore, hostile: string) => Promise<unknown>> = {
  create: (store, hostile) => store.create(hostile),
  findSize: (store, hostile) => store.findSize(hostile),
  readStart: (store, hostile) => store.readStart(hostile, 1),
  read: (store, hostile) => readAll(store, hostile, 0, 0),
  delete: (store, hostile) => store.delete(hostile),
  deleteMany: (store, hostile) => store.deleteMany([key, hostile]),
  quarantine: (store, hostile) => store.quarantine(hostile),
  putBack: (store, hostile) => store.putBack({ key: hostile, since: 0 }),
};
