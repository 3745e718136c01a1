import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { pageBytes } from '../../domain/ports/blob-store.ts';
import type { BlobStoreCase } from './blob-store-case.ts';
import { assertAbsent, key, otherKey, put, readAll } from './blob-store-case.ts';

export const writingCases: readonly BlobStoreCase[] = [
  {
    name: 'gives back what was written, piece borders aside',
    async run({ store }) {
      const bytes = randomBytes(70_000);
      const writer = await store.create(key);
      await writer.write([bytes.subarray(0, 1), bytes.subarray(1, 1), bytes.subarray(1, 65_000)]);
      await writer.write([]);
      await writer.write([bytes.subarray(65_000)]);
      await writer.commit();
      assert.deepEqual(await readAll(store, key, 0, bytes.length), bytes);
      assert.equal(await store.findSize(key), bytes.length);
    },
  },
  {
    name: 'keeps a blob of several megabytes',
    async run({ store }) {
      const bytes = randomBytes(3 * 1024 * 1024 + 17);
      await put(store, key, bytes);
      assert.ok(bytes.equals(await readAll(store, key, 0, bytes.length)));
    },
  },
  {
    name: 'gives back what lay in whole pages, and what followed them',
    async run({ store }) {
      const bytes = randomBytes(600_001);
      const pages = new Uint8Array(new ArrayBuffer(600_001, { maxByteLength: 600_001 }));
      pages.set(bytes);
      const pageEnd = 64 * pageBytes;
      const writer = await store.create(key);
      await writer.write([pages.subarray(0, pageEnd)]);
      await writer.write([pages.subarray(pageEnd)]);
      await writer.write([bytes.subarray(0, 5), bytes.subarray(0, 200_000)]);
      await writer.commit();
      const expected = Buffer.concat([bytes, bytes.subarray(0, 5), bytes.subarray(0, 200_000)]);
      assert.ok(expected.equals(await readAll(store, key, 0, expected.length)));
      assert.equal(await store.findSize(key), expected.length);
    },
  },
  {
    name: 'takes thousands of small pieces at once',
    async run({ store }) {
      const bytes = randomBytes(5000);
      const writer = await store.create(key);
      await writer.write(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)));
      await writer.commit();
      assert.deepEqual(await readAll(store, key, 0, bytes.length), bytes);
    },
  },
  {
    name: 'keeps an empty blob',
    async run({ store }) {
      await put(store, key, Buffer.alloc(0));
      assert.equal(await store.findSize(key), 0);
      assert.equal((await readAll(store, key, 0, 0)).length, 0);
    },
  },
  {
    name: 'copies what it takes and what it gives',
    async run({ store }) {
      const bytes = Buffer.from('original');
      const writer = await store.create(key);
      await writer.write([bytes]);
      bytes.fill(0);
      await writer.commit();
      for await (const piece of store.read(key, 0, 8)) piece.fill(0);
      assert.equal((await readAll(store, key, 0, 8)).toString(), 'original');
    },
  },
  {
    name: 'shows nothing before the commit',
    async run({ store }) {
      const writer = await store.create(key);
      await writer.write([Buffer.from('unfinished')]);
      await assertAbsent(store, key);
      await writer.commit();
      assert.equal(await store.findSize(key), 10);
    },
  },
  {
    name: 'leaves nothing after an abort, also after a second one',
    async run({ store, clock }) {
      const writer = await store.create(key);
      await writer.write([Buffer.from('unwanted')]);
      await writer.abort();
      await writer.abort();
      await assertAbsent(store, key);
      clock.advance(1);
      assert.equal(await store.sweepAbandoned(clock.now()), 0);
      await put(store, key, Buffer.from('wanted'));
      await writer.abort();
      assert.equal(await store.findSize(key), 6);
    },
  },
  {
    name: 'takes nothing through a writer that has ended',
    async run({ store }) {
      const aborted = await store.create(key);
      await aborted.abort();
      await assert.rejects(aborted.write([Buffer.from('late')]));
      await assert.rejects(aborted.commit());
      await assertAbsent(store, key);

      const committed = await store.create(key);
      await committed.commit();
      await assert.rejects(committed.write([Buffer.from('late')]));
      assert.equal(await store.findSize(key), 0);
    },
  },
  {
    name: 'keeps the blob when an abort comes after the commit',
    async run({ store }) {
      const writer = await store.create(key);
      await writer.write([Buffer.from('kept')]);
      await writer.commit();
      await writer.abort();
      assert.equal((await readAll(store, key, 0, 4)).toString(), 'kept');
    },
  },
  {
    name: 'refuses to begin a blob that exists',
    async run({ store }) {
      await put(store, key, Buffer.from('first'));
      await assert.rejects(store.create(key));
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
    },
  },
  {
    name: 'lets only the first of two writers commit the same key',
    async run({ store }) {
      const [first, second] = [await store.create(key), await store.create(key)];
      await first.write([Buffer.from('first')]);
      await second.write([Buffer.from('second')]);
      await first.commit();
      await assert.rejects(second.commit());
      await second.abort();
      assert.equal(await store.findSize(key), 5);
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
    },
  },
  {
    name: 'keeps writers of different keys apart',
    async run({ store }) {
      const sources = Array.from({ length: 16 }, (_, index) => ({
        key: `${String(index).padStart(2, '0')}-concurrent-writer-a`,
        bytes: randomBytes(20_000 + index),
      }));
      await Promise.all(
        sources.map(async (source) => {
          const writer = await store.create(source.key);
          for (let at = 0; at < source.bytes.length; at += 4096) {
            await writer.write([source.bytes.subarray(at, at + 4096)]);
          }
          await writer.commit();
        }),
      );
      for (const source of sources) {
        assert.deepEqual(await readAll(store, source.key, 0, source.bytes.length), source.bytes);
      }
    },
  },
  {
    name: 'puts several whole blobs at a time',
    async run({ store, clock }) {
      const sources = ['', 'a', 'b'.repeat(70_000)].map((text, index) => ({
        key: `${index % 2}${index}-of-several-blobs-ab`,
        bytes: Buffer.from(text),
      }));
      assert.deepEqual(await store.putMany(sources), [undefined, undefined, undefined]);
      assert.deepEqual(await store.putMany([]), []);
      for (const source of sources) {
        const { length } = source.bytes;
        assert.equal(await store.findSize(source.key), length);
        assert.deepEqual(await readAll(store, source.key, 0, length), source.bytes);
      }
      clock.advance(1);
      assert.equal(await store.sweepAbandoned(clock.now()), 0);
    },
  },
  {
    name: 'puts each of several blobs by itself: one that fails leaves the others and what was there',
    async run({ store }) {
      await put(store, key, Buffer.from('first'));
      const another = `zz${key.slice(2)}`;
      const faults = await store.putMany([
        { key: otherKey, bytes: Buffer.from('other') },
        { key, bytes: Buffer.from('second') },
        { key: '../outside', bytes: Buffer.from('never') },
        { key: another, bytes: Buffer.from('another') },
      ]);
      assert.deepEqual(
        faults.map((fault) => fault instanceof Error),
        [false, true, true, false],
      );
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
      assert.equal((await readAll(store, otherKey, 0, 5)).toString(), 'other');
      assert.equal((await readAll(store, another, 0, 7)).toString(), 'another');
    },
  },
  {
    name: 'tells keys apart that differ in case alone',
    async run({ store }) {
      await put(store, key, Buffer.from('upper'));
      await assertAbsent(store, otherKey);
      await put(store, otherKey, Buffer.from('lower'));
      assert.equal((await readAll(store, key, 0, 5)).toString(), 'upper');
      assert.equal((await readAll(store, otherKey, 0, 5)).toString(), 'lower');
    },
  },
];
