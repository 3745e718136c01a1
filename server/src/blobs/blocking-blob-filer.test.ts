import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { BlockingBlobFiler } from './blocking-blob-filer.ts';
import { createHandMovedClock, key, otherKey, readAll } from './conformance/blob-store-case.ts';
import { FileBlobStore } from './file-blob-store.ts';

async function makeFiler(context: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'valise-filer-'));
  context.after(() => rm(parent, { recursive: true }));
  const dir = join(parent, 'blobs');
  const clock = createHandMovedClock();
  const store = await FileBlobStore.open(dir, clock);
  const folder = join(dir, key.slice(0, 2));
  const filer = new BlockingBlobFiler(dir, clock);
  return { parent, dir, clock, store, filer, folder, path: join(folder, key) };
}

test('the store finds what was put, with its size and time', async (t) => {
  const { filer, store, clock } = await makeFiler(t);
  for (const [under, text] of [
    [key, 'first'],
    [otherKey, 'the second'],
  ] as const) {
    clock.advance(1000);
    filer.put(under, Buffer.from(text));
    assert.equal((await readAll(store, under, 0, text.length)).toString(), text);
    const listed = await Array.fromAsync(store.list());
    const found = listed.find((blob) => blob.key === under);
    assert.deepEqual(found, { key: under, sizeBytes: text.length, modifiedAt: clock.now() });
  }
});

test('nobody but the owner can enter the folder or read the file', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const { filer, folder, path } = await makeFiler(t);
  filer.put(key, Buffer.alloc(1));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const { mode, nlink } = await stat(path);
  assert.equal(mode & 0o777, 0o600);
  assert.equal(nlink, 1);
});

test('what exists is refused and stays as it is', async (t) => {
  const { filer, store, dir } = await makeFiler(t);
  const writer = await store.create(key);
  await writer.write([Buffer.from('first')]);
  await writer.commit();
  assert.throws(() => {
    filer.put(key, Buffer.from('second'));
  }, /exists already/);
  assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
});

test('links planted in the store lead nowhere', async (t) => {
  const { filer, parent, dir, folder, path } = await makeFiler(t);
  const outside = join(parent, 'outside');
  await writeFile(outside, 'outside');
  await mkdir(folder);
  await symlink(outside, path);
  assert.throws(() => {
    filer.put(key, Buffer.from('mine'));
  }, /exists already/);
  assert.equal(await readFile(outside, 'utf8'), 'outside');

  await rm(folder, { recursive: true });
  const elsewhere = join(parent, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(elsewhere, folder);
  const fresh = new BlockingBlobFiler(dir, { now: () => 0 });
  assert.throws(() => {
    fresh.put(key, Buffer.from('mine'));
  }, /not a link/);
  assert.deepEqual(await readdir(elsewhere), []);
});

test('a blob that fails is unavailable, and leaves nothing', async (t) => {
  const { filer, dir, folder } = await makeFiler(t);
  filer.put(otherKey, Buffer.from('there'));
  const broken = { length: 3 } as Uint8Array;
  assert.throws(() => {
    filer.put(key, broken);
  });
  assert.deepEqual(await readdir(folder), [otherKey]);
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
  await rm(dir, { recursive: true });
  assert.throws(
    () => {
      filer.put(key, Buffer.from('homeless'));
    },
    { code: 'unavailable' },
  );
});

test('keys that are not ids are refused', async (t) => {
  const { filer, dir } = await makeFiler(t);
  assert.throws(() => {
    filer.put('../../outside', Buffer.alloc(1));
  }, /Not a blob key/);
  assert.deepEqual(await readdir(dir), ['incoming']);
});
