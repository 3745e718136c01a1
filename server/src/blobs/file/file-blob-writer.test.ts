import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { pageBytes } from '../../domain/ports/blob-store.ts';
import { DirectWrites, EarlySync } from './file-blob-writer.ts';

const stride = 32 * 1024 * 1024;

/** A file whose syncs end when they are told to. */
function makeFile() {
  const syncs: PromiseWithResolvers<undefined>[] = [];
  return {
    syncs,
    datasync: () => {
      const sync = Promise.withResolvers<undefined>();
      syncs.push(sync);
      return sync.promise;
    },
  };
}

test('a file is synced stride by stride, one sync after another', async () => {
  const file = makeFile();
  const early = new EarlySync(file, { isTaken: false });
  early.wrote(stride - 1);
  assert.equal(file.syncs.length, 0);
  early.wrote(1);
  early.wrote(5 * stride);
  assert.equal(file.syncs.length, 1);
  file.syncs[0]?.resolve(undefined);
  await early.settle();
  early.wrote(1);
  assert.equal(file.syncs.length, 2);
  file.syncs[1]?.resolve(undefined);
  await early.settle();
});

test('of several files one is synced at a time', async () => {
  const slot = { isTaken: false };
  const [first, second] = [makeFile(), makeFile()];
  const early = [new EarlySync(first, slot), new EarlySync(second, slot)] as const;
  early[0].wrote(stride);
  early[1].wrote(stride);
  assert.equal(second.syncs.length, 0);
  first.syncs[0]?.resolve(undefined);
  await early[0].settle();
  early[1].wrote(1);
  assert.equal(second.syncs.length, 1);
  second.syncs[0]?.resolve(undefined);
  await early[1].settle();
});

test('a sync that failed is never forgotten', async () => {
  const file = makeFile();
  const slot = { isTaken: false };
  const early = new EarlySync(file, slot);
  early.wrote(stride);
  file.syncs[0]?.reject(new Error('EIO'));
  // Long enough for an unhandled rejection to be noticed.
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(slot.isTaken, false);
  early.wrote(stride);
  file.syncs[1]?.resolve(undefined);
  await assert.rejects(early.settle(), /EIO/);
});

const megabyte = 1024 * 1024;

async function openWrites(context: TestContext) {
  const dir = await mkdtemp(join(tmpdir(), 'valise-direct-'));
  const path = join(dir, 'file');
  await writeFile(path, '');
  const writes = new DirectWrites(path);
  context.after(async () => {
    await writes.close();
    await rm(dir, { recursive: true });
  });
  return { path, writes };
}

function inPages(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const memory = new ArrayBuffer(bytes.length, { maxByteLength: bytes.length });
  const view = new Uint8Array(memory, 0, bytes.length);
  view.set(bytes);
  return view;
}

test('whole pages are written where they belong, and the rest is left', async (t) => {
  const { path, writes } = await openWrites(t);
  const bytes = randomBytes(megabyte + 17);
  const written = await writes.write(inPages(bytes), pageBytes);
  // A file system that takes no direct writes leaves everything.
  if (written === 0) {
    t.skip('the file system of the temporary folder takes no direct writes');
    return;
  }
  assert.equal(written, megabyte);
  const found = await readFile(path);
  assert.ok(found.subarray(pageBytes).equals(bytes.subarray(0, megabyte)));
});

test('what does not lie in pages is left', async (t) => {
  const { path, writes } = await openWrites(t);
  const bytes = inPages(randomBytes(megabyte));
  assert.equal(await writes.write(bytes, 1), 0, 'between pages of the file');
  assert.equal(await writes.write(bytes.subarray(1), 0), 0, 'between pages of memory');
  assert.equal(await writes.write(randomBytes(megabyte), 0), 0, 'in memory of unknown place');
  assert.equal(await writes.write(bytes.subarray(0, pageBytes), 0), 0, 'a single page');
  assert.equal((await readFile(path)).length, 0);
});

test('a file system that takes none is asked once, and everything is left', async () => {
  let asked = 0;
  const writes = new DirectWrites('file', () => {
    asked += 1;
    return Promise.reject(Object.assign(new Error(), { code: 'EINVAL', syscall: 'open' }));
  });
  for (const position of [0, megabyte]) {
    assert.equal(await writes.write(inPages(randomBytes(megabyte)), position), 0);
  }
  assert.equal(asked, 1);
  await writes.close();
});

test('any other failure is one', async (t) => {
  const { path, writes } = await openWrites(t);
  await rm(path);
  await assert.rejects(writes.write(inPages(randomBytes(megabyte)), 0), { code: 'ENOENT' });
});
