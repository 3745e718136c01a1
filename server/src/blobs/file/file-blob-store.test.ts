import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import {
  assertAbsent,
  createHandMovedClock,
  key,
  listKeys,
  put,
  readAll,
} from '../conformance/blob-store-case.ts';
import { FileBlobStore } from './file-blob-store.ts';

async function makeDir(context: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-blobs-'));
  context.after(() => rm(dir, { recursive: true }));
  return join(dir, 'blobs');
}

async function makeStore(context: TestContext) {
  const dir = await makeDir(context);
  const clock = createHandMovedClock();
  const store = await FileBlobStore.open(dir, clock);
  const fanOut = join(dir, key.slice(0, 2));
  return { dir, clock, store, fanOut, path: join(fanOut, key), incoming: join(dir, 'incoming') };
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

test('only the owner can enter the folders and read the files, whatever the umask', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const { store, dir, incoming, fanOut, path } = await makeStore(t);
  const writer = await store.create(key);
  const [temporary = 'none'] = await readdir(incoming);
  assert.equal(await modeOf(join(incoming, temporary)), '600');
  await writer.commit();
  assert.equal(await modeOf(path), '600');
  for (const folder of [dir, incoming, fanOut]) assert.equal(await modeOf(folder), '700');
});

test('a committed blob is one file under its final name and no other', async (t) => {
  const { store, incoming, path } = await makeStore(t);
  await put(store, key, Buffer.from('whole'));
  assert.equal((await stat(path)).nlink, 1);
  assert.deepEqual(await readdir(incoming), []);
});

test('whole blobs are put without holding the thread that serves requests', async (t) => {
  const { store, incoming, path } = await makeStore(t);
  const putting = store.putMany([{ key, bytes: Buffer.from('whole') }]);
  assert.deepEqual(readdirSync(incoming), [], 'nothing is written in the turn of the caller');
  assert.deepEqual(await putting, [undefined]);
  assert.equal((await stat(path)).nlink, 1);
  assert.deepEqual(await readdir(incoming), []);
});

test('blobs outlive the store that wrote them', async (t) => {
  const { store, dir, clock } = await makeStore(t);
  await put(store, key, Buffer.from('lasting'));
  const reopened = await FileBlobStore.open(dir, clock);
  assert.equal((await readAll(reopened, key, 0, 7)).toString(), 'lasting');
  await assert.rejects(reopened.create(key));
});

test('what a killed process left behind is never listed, and is swept', async (t) => {
  const { store, dir, clock, incoming } = await makeStore(t);
  const writer = await store.create(key);
  await writer.write([Buffer.from('cut off')]);
  clock.advance(hour);
  const reopened = await FileBlobStore.open(dir, clock);
  await assertAbsent(reopened, key);
  assert.equal(await reopened.sweepAbandoned(clock.now() - hour), 0);
  assert.equal(await reopened.sweepAbandoned(clock.now()), 1);
  assert.deepEqual(await readdir(incoming), []);
  await writer.abort();
});

test('files that are not of this store are neither listed nor swept', async (t) => {
  const { store, dir, incoming, fanOut, clock } = await makeStore(t);
  await put(store, key, Buffer.from('ours'));
  await mkdir(join(dir, 'lost+found'));
  await mkdir(join(fanOut, 'Blob_folder-0000000000'));
  for (const path of [join(dir, 'README'), join(fanOut, 'note.txt'), join(incoming, 'note.txt')]) {
    await writeFile(path, 'not ours');
  }
  assert.deepEqual(await listKeys(store), [key]);
  assert.equal(await store.sweepAbandoned(clock.now() + hour), 0);
  assert.deepEqual(await readdir(incoming), ['note.txt']);
});

test('a link planted under a key leads neither reader nor writer away', async (t) => {
  const { store, dir, fanOut, path } = await makeStore(t);
  const outside = join(dir, '..', 'outside');
  await writeFile(outside, 'outside');
  await mkdir(fanOut);
  await symlink(outside, path);
  await assert.rejects(store.create(key));
  await assertAbsent(store, key);
  await store.delete(key);
  assert.equal(await readFile(outside, 'utf8'), 'outside');
});

test('a link planted while a blob is written stops its commit', async (t) => {
  const { store, dir, path } = await makeStore(t);
  const outside = join(dir, '..', 'outside');
  await writeFile(outside, 'outside');
  const writer = await store.create(key);
  await writer.write([Buffer.from('mine')]);
  await symlink(outside, path);
  await assert.rejects(writer.commit(), /exists already/);
  await writer.abort();
  assert.equal(await readFile(path, 'utf8'), 'outside');
});

test('a folder that is a link takes no blobs', async (t) => {
  const { store, dir, clock, fanOut, incoming } = await makeStore(t);
  const outside = join(dir, '..', 'outside');
  await mkdir(outside);
  await symlink(outside, fanOut);
  await assert.rejects(store.create(key), /not a link/);
  assert.deepEqual(await readdir(outside), []);
  await rm(incoming, { recursive: true });
  await symlink(outside, incoming);
  await assert.rejects(FileBlobStore.open(dir, clock), /not a link/);
});

test('a reader that stops early or fails holds no file open', async (t) => {
  const { store } = await makeStore(t);
  await put(store, key, Buffer.alloc(3 * 1024 * 1024));
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let round = 0; round < 20; round += 1) {
    for await (const piece of store.read(key, 0, 3 * 1024 * 1024)) {
      assert.ok(piece.length > 0);
      break;
    }
    await assert.rejects(readAll(store, key, 0, 4 * 1024 * 1024));
    const writer = await store.create('Blob_aborted-000000000');
    await writer.abort();
  }
  assert.equal(await openFiles(), before);
});

test('free room is what the file system would give an ordinary user', async (t) => {
  const { store } = await makeStore(t);
  assert.ok((await store.freeBytes()) > 0);
});

test('a store whose folder is gone is unavailable, and says so before a blob is sent', async (t) => {
  const { store, incoming } = await makeStore(t);
  await rm(incoming, { recursive: true });
  await assert.rejects(store.check(), { code: 'unavailable' });
  await assert.rejects(store.create(key), { code: 'unavailable' });
});

test('a commit whose folder vanished fails and leaves nothing behind', async (t) => {
  const { store, incoming, fanOut } = await makeStore(t);
  const writer = await store.create(key);
  await writer.write([Buffer.from('homeless')]);
  await rm(fanOut, { recursive: true });
  await assert.rejects(writer.commit(), { code: 'unavailable' });
  await assert.rejects(writer.commit(), /failed/);
  await writer.abort();
  assert.deepEqual(await readdir(incoming), []);
});
