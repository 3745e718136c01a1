import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { copyBlobs } from './copy-blobs.ts';
import { MemoryBlobStore } from './memory/memory-blob-store.ts';

function keyFor(number: number): string {
  return `${number}`.padStart(22, 'k');
}

async function filled(blobs: number): Promise<{ store: MemoryBlobStore; contents: Buffer[] }> {
  const store = new MemoryBlobStore();
  const contents = Array.from({ length: blobs }, (_, at) => randomBytes(at * 1000));
  const faults = await store.putMany(
    contents.map((bytes, at) => ({ key: keyFor(at), bytes: Uint8Array.from(bytes) })),
  );
  assert.deepEqual(new Set(faults), new Set([undefined]));
  return { store, contents };
}

async function contentOf(store: MemoryBlobStore, key: string): Promise<Buffer> {
  const size = (await store.findSize(key)) ?? assert.fail(`${key} is missing`);
  return Buffer.concat(await Array.fromAsync(store.read(key, 0, size)));
}

test('every blob is copied as it is, once', async () => {
  const { store: from, contents } = await filled(30);
  const to = new MemoryBlobStore();
  const seen: string[] = [];
  const copied = await copyBlobs(from, to, ({ key }) => seen.push(key));
  assert.equal(copied.blobs, 30);
  assert.equal(
    copied.bytes,
    contents.reduce((sum, { length }) => sum + length, 0),
  );
  assert.equal(new Set(seen).size, 30);
  for (const [at, bytes] of contents.entries()) {
    assert.ok((await contentOf(to, keyFor(at))).equals(bytes));
  }
  assert.deepEqual(await copyBlobs(from, to), { blobs: 0, bytes: 0 });
});

test('a blob that disappears meanwhile is left out', async () => {
  const { store: from } = await filled(3);
  class Removing extends MemoryBlobStore {
    override async create(...asked: Parameters<MemoryBlobStore['create']>) {
      await from.delete(keyFor(1));
      return await super.create(...asked);
    }
  }
  const to = new Removing();
  await copyBlobs(from, to);
  assert.equal(await to.findSize(keyFor(1)), undefined);
  assert.equal(await to.findSize(keyFor(2)), 2000);
});

test('a blob that cannot be read stops the copy and leaves nothing of itself', async () => {
  const { store: from } = await filled(2);
  const to = new MemoryBlobStore();
  from.read = async function* () {
    yield await Promise.resolve(Buffer.from('some bytes'));
    throw new Error('the disk is broken');
  };
  await assert.rejects(copyBlobs(from, to), /the disk is broken/);
  assert.equal(await to.findSize(keyFor(1)), undefined);
});

test('a blob that comes back changed stops the copy and is removed', async () => {
  const { store: from } = await filled(2);
  class Changing extends MemoryBlobStore {
    override async *read(...asked: Parameters<MemoryBlobStore['read']>) {
      for await (const piece of super.read(...asked)) {
        piece[0] = (piece[0] ?? 0) ^ 1;
        yield piece;
      }
    }
  }
  const to = new Changing();
  await assert.rejects(copyBlobs(from, to), /was not stored as it was sent/);
  assert.equal(await to.findSize(keyFor(1)), undefined);
});

test('a blob of another size under the same name is not overwritten', async () => {
  const { store: from } = await filled(2);
  const to = new MemoryBlobStore();
  await to.putMany([{ key: keyFor(1), bytes: new Uint8Array(5) }]);
  await assert.rejects(copyBlobs(from, to), /has 5 bytes/);
  assert.equal(await to.findSize(keyFor(1)), 5);
});

/** Counts what is read of it. */
class ReadStore extends MemoryBlobStore {
  reads = 0;

  override read(...asked: Parameters<MemoryBlobStore['read']>) {
    this.reads += 1;
    return super.read(...asked);
  }
}

test('a copy that is repeated reads only the newest again, whatever was copied before', async () => {
  const { store: from } = await filled(200);
  const to = new ReadStore();
  await copyBlobs(from, to);
  assert.equal(to.reads, 200);
  to.reads = 0;
  assert.deepEqual(await copyBlobs(from, to), { blobs: 0, bytes: 0 });
  assert.ok(to.reads <= 64, `${to.reads} were read again`);
});

test('a blob that a copy which broke off stored and did not read back is verified, and copied again if it is wrong', async () => {
  const { store: from, contents } = await filled(3);
  const to = new MemoryBlobStore();
  await to.putMany([{ key: keyFor(2), bytes: new Uint8Array(2000) }]);
  assert.equal((await copyBlobs(from, to)).blobs, 3);
  assert.ok((await contentOf(to, keyFor(2))).equals(contents[2] ?? Buffer.alloc(0)));
});
