import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { BlockingBlobStore } from './blocking-blob-store.ts';
import { createHandMovedClock, key, otherKey, readAll } from '../conformance/blob-store-case.ts';
import { FileBlobStore } from './file-blob-store.ts';

/** Puts one blob, and throws if that fails. */
async function put(
  blocking: BlockingBlobStore,
  underKey: string,
  bytes: Uint8Array,
): Promise<void> {
  const [fault] = await blocking.putMany([{ key: underKey, bytes }]);
  if (fault !== undefined) throw fault;
}

async function makeStores(context: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'valise-blocking-'));
  context.after(() => rm(parent, { recursive: true }));
  const dir = join(parent, 'blobs');
  const clock = createHandMovedClock();
  const store = await FileBlobStore.open(dir, clock);
  const folder = join(dir, key.slice(0, 2));
  const blocking = new BlockingBlobStore(dir, clock);
  return { parent, dir, clock, store, blocking, folder, path: join(folder, key) };
}

test('the store finds what was put, with its size and time', async (t) => {
  const { blocking, store, clock } = await makeStores(t);
  for (const [under, text] of [
    [key, 'first'],
    [otherKey, 'the second'],
  ] as const) {
    clock.advance(1000);
    await put(blocking, under, Buffer.from(text));
    assert.equal((await readAll(store, under, 0, text.length)).toString(), text);
    const listed = await Array.fromAsync(store.list());
    const found = listed.find((blob) => blob.key === under);
    assert.deepEqual(found, { key: under, sizeBytes: text.length, modifiedAt: clock.now() });
  }
});

test('of several that are put together, each stands or falls by itself', async (t) => {
  const { blocking, store, dir } = await makeStores(t);
  const third = `zz${key.slice(2)}`;
  await put(blocking, otherKey, Buffer.from('was there'));
  const faults = await blocking.putMany([
    { key, bytes: Buffer.from('one') },
    { key: otherKey, bytes: Buffer.from('two') },
    { key: '../../outside', bytes: Buffer.from('never') },
    { key: third, bytes: Buffer.from('three') },
  ]);
  const messages = faults.map((fault) => fault?.message);
  assert.equal(messages[0], undefined);
  assert.match(String(messages[1]), /exists already/);
  assert.match(String(messages[2]), /Not a blob key/);
  assert.equal(messages[3], undefined);
  for (const [under, text] of [
    [key, 'one'],
    [otherKey, 'was there'],
    [third, 'three'],
  ] as const) {
    assert.equal((await readAll(store, under, 0, text.length)).toString(), text);
  }
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
});

test('a folder that cannot be synced fails all whose names stand there, and they leave nothing', async (t) => {
  const { blocking, dir, folder } = await makeStores(t);
  const elsewhere = `zz${key.slice(2)}`;
  await blocking.putMany(
    [key, otherKey, elsewhere].map((each) => ({ key: each, bytes: Buffer.from('x') })),
  );
  for (const each of [key, otherKey, elsewhere]) await rm(join(dir, each.slice(0, 2), each));
  const folderInode = (await stat(folder)).ino;
  const lost = Object.assign(new Error('lost'), { code: 'EIO', syscall: 'fsync' });
  const fsync = t.mock.method(fs, 'fsyncSync', (file: number) => {
    if (fs.fstatSync(file).ino === folderInode) throw lost;
  });
  syncBuiltinESMExports();
  const faults = await blocking.putMany(
    [key, otherKey, elsewhere].map((each) => ({ key: each, bytes: Buffer.from('x') })),
  );
  fsync.mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual(
    faults.map((fault) => fault?.name),
    ['ValiseError', 'ValiseError', undefined],
  );
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
});

test('nobody but the owner can enter the folder or read the file', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const { blocking, folder, path } = await makeStores(t);
  await put(blocking, key, Buffer.alloc(1));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const { mode, nlink } = await stat(path);
  assert.equal(mode & 0o777, 0o600);
  assert.equal(nlink, 1);
});

test('what exists is refused and stays as it is', async (t) => {
  const { blocking, store, dir } = await makeStores(t);
  const writer = await store.create(key);
  await writer.write([Buffer.from('first')]);
  await writer.commit();
  await assert.rejects(put(blocking, key, Buffer.from('second')), /exists already/);
  assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
});

test('links planted in the store lead nowhere', async (t) => {
  const { blocking, parent, dir, folder, path } = await makeStores(t);
  const outside = join(parent, 'outside');
  await writeFile(outside, 'outside');
  await mkdir(folder);
  await symlink(outside, path);
  await assert.rejects(put(blocking, key, Buffer.from('mine')), /exists already/);
  assert.equal(await readFile(outside, 'utf8'), 'outside');

  await rm(folder, { recursive: true });
  const elsewhere = join(parent, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(elsewhere, folder);
  const fresh = new BlockingBlobStore(dir, { now: () => 0 });
  await assert.rejects(put(fresh, key, Buffer.from('mine')), /not a link/);
  assert.deepEqual(await readdir(elsewhere), []);
});

test('a blob that fails is unavailable, and leaves nothing', async (t) => {
  const { blocking, dir, folder } = await makeStores(t);
  await put(blocking, otherKey, Buffer.from('there'));
  const broken = { length: 3 } as Uint8Array;
  await assert.rejects(put(blocking, key, broken));
  assert.deepEqual(await readdir(folder), [otherKey]);
  assert.deepEqual(await readdir(join(dir, 'incoming')), []);
  await rm(dir, { recursive: true });
  await assert.rejects(put(blocking, key, Buffer.from('homeless')), { code: 'unavailable' });
});

test('keys that are not ids are refused', async (t) => {
  const { blocking, dir } = await makeStores(t);
  await assert.rejects(put(blocking, '../../outside', Buffer.alloc(1)), /Not a blob key/);
  assert.deepEqual(await readdir(dir), ['incoming']);
});
