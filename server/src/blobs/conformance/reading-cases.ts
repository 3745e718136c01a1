import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { BlobStoreCase } from './blob-store-case.ts';
import { key, otherKey, put, readAll } from './blob-store-case.ts';

const mebibyte = 1024 * 1024;

export const readingCases: readonly BlobStoreCase[] = [
  {
    name: 'reads any part, its last byte not included',
    async run({ store }) {
      const bytes = randomBytes(2 * mebibyte + 3);
      await put(store, key, bytes);
      const marks = [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, bytes.length - 1, bytes.length];
      for (const [index, start] of marks.entries()) {
        for (const end of marks.slice(index)) {
          const part = await readAll(store, key, start, end);
          assert.ok(part.equals(bytes.subarray(start, end)), `bytes ${start} to ${end}`);
        }
      }
    },
  },
  {
    name: 'gives pieces of the size asked for, each in memory of its own',
    async run({ store }) {
      const bytes = randomBytes(100_003);
      await put(store, key, bytes);
      const pieces = await Array.fromAsync(store.read(key, 1, bytes.length, 40_000));
      assert.deepEqual(
        pieces.map((piece) => [piece.length, piece.buffer.byteLength]),
        [40_000, 40_000, 20_002].map((size) => [size, size]),
      );
      assert.ok(bytes.subarray(1).equals(Buffer.concat(pieces)));
    },
  },
  {
    name: 'gives the size of a blob with its first bytes',
    async run({ store }) {
      const bytes = randomBytes(100_000);
      await put(store, key, bytes);
      for (const asked of [0, 1, 64, 65_536, bytes.length, bytes.length + 1]) {
        const found = await store.readStart(key, asked);
        assert.equal(found?.sizeBytes, bytes.length);
        assert.ok(bytes.subarray(0, asked).equals(found.start), `the first ${asked} bytes`);
      }
      (await store.readStart(key, 64))?.start.fill(0);
      assert.ok(bytes.subarray(0, 64).equals((await store.readStart(key, 64))?.start ?? bytes));
      await put(store, otherKey, Buffer.alloc(0));
      assert.deepEqual((await store.readStart(otherKey, 64))?.sizeBytes, 0);
      assert.equal(await store.readStart('no-such-blob-000000000', 64), undefined);
    },
  },
  {
    name: 'gives no byte of a blob that is shorter than the end asked for',
    async run({ store }) {
      await put(store, key, randomBytes(2 * mebibyte));
      let received = 0;
      const reading = async (): Promise<void> => {
        for await (const piece of store.read(key, 0, 2 * mebibyte + 1)) received += piece.length;
      };
      await assert.rejects(reading());
      assert.equal(received, 0);
      await assert.rejects(readAll(store, key, 2 * mebibyte + 1, 2 * mebibyte + 1));
    },
  },
  {
    name: 'refuses to read a blob that is not there',
    async run({ store }) {
      await assert.rejects(readAll(store, key, 0, 1));
      await assert.rejects(readAll(store, key, 0, 0));
    },
  },
  {
    name: 'refuses ranges that run backward, below zero or between bytes',
    async run({ store }) {
      await put(store, key, Buffer.from('0123456789'));
      await assert.rejects(readAll(store, key, 5, 4));
      await assert.rejects(readAll(store, key, -1, 4));
      await assert.rejects(readAll(store, key, 0.5, 4));
      await assert.rejects(readAll(store, key, 0, NaN));
    },
  },
  {
    name: 'lets a reader stop early, and others read on',
    async run({ store }) {
      const bytes = randomBytes(3 * mebibyte);
      await put(store, key, bytes);
      for await (const piece of store.read(key, 0, bytes.length)) {
        assert.ok(bytes.subarray(0, piece.length).equals(piece));
        break;
      }
      const readings = [1, 2, 3].map(() => readAll(store, key, 0, bytes.length));
      for (const read of await Promise.all(readings)) assert.ok(read.equals(bytes));
    },
  },
];
