import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { ValiseError } from '../domain/model/valise-error.ts';
import { isIntegrityFault } from '../domain/model/valise-error.ts';
import { keyFault } from './stored-keyring.ts';
import { modeOf, newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';

function newOwner() {
  return { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) };
}

function replaceFsync(replacement: typeof fs.fsync): void {
  fs.fsync = replacement;
  syncBuiltinESMExports();
}

/** Lets the change take place on disk and its last sync, that of the folder, fail. */
async function failSyncOf(dir: string, change: () => Promise<unknown>): Promise<void> {
  const before = await readFile(join(dir, 'keyring.sealed'));
  const { fsync } = fs;
  function failForFolders(file: number, done: fs.NoParamCallback): void {
    if (!fs.fstatSync(file).isDirectory()) fsync(file, done);
    else done(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' }));
  }
  replaceFsync(Object.assign(failForFolders, { __promisify__: fsync.__promisify__ }));
  try {
    await assert.rejects(change(), { code: 'unavailable' });
  } finally {
    replaceFsync(fsync);
  }
  assert.ok(!(await readFile(join(dir, 'keyring.sealed'))).equals(before));
}

describe('the keyring on disk', () => {
  test('keeps buckets made at the same time', async () => {
    const { dir, folder } = await newFolder();
    const days = Array.from({ length: 12 }, (_, index) => `tray-2026-11-${index + 10}`);
    const made = await Promise.all(days.map((bucket) => folder.keyRing.ensure(bucket)));
    const owner = newOwner();
    const wrapped = made.map((bucket) => bucket.wrap(randomBytes(32), owner));
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual((await keyRing.buckets()).sort(), days);
    for (const [index, bucket] of days.entries()) {
      const bytes = wrapped[index] ?? Buffer.alloc(0);
      const read = await keyRing.open(bucket);
      assert.deepEqual(read.unwrap(bytes, owner), made[index]?.unwrap(bytes, owner));
    }
    assert.equal(await modeOf(join(dir, 'keyring.sealed')), 0o600);
  });

  test('holds a destroyed key no more, also when read again', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    await folder.keyRing.destroy(['expiry-2026-11-15']);
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual(await keyRing.buckets(), []);
    await assert.rejects(keyRing.open('expiry-2026-11-15'), isIntegrityFault);
  });

  test('ignores what a crash left half written, and clears it with the next change', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    await writeFile(join(dir, 'keyring.sealed.new'), 'half a key');
    const opened = await KeyFolder.open(dir, randomness);
    assert.deepEqual(await opened.keyRing.buckets(), ['expiry-2026-11-15']);
    await opened.keyRing.ensure('expiry-2026-11-16');
    assert.deepEqual((await readdir(dir)).sort(), ['keyring.lock', 'keyring.sealed', 'root.key']);
  });

  test('stays as it was, in memory too, when a change cannot be written', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    const kept = await readFile(join(dir, 'keyring.sealed'));
    await mkdir(join(dir, 'keyring.sealed.new'));
    await assert.rejects(folder.keyRing.ensure('expiry-2026-11-16'));
    await assert.rejects(folder.keyRing.destroy(['expiry-2026-11-15']));
    assert.deepEqual(await folder.keyRing.buckets(), ['expiry-2026-11-15']);
    assert.ok((await readFile(join(dir, 'keyring.sealed'))).equals(kept));
    await rm(join(dir, 'keyring.sealed.new'), { recursive: true });
    await folder.keyRing.ensure('expiry-2026-11-16');
    assert.equal((await folder.keyRing.buckets()).length, 2);
  });

  test('is taken as it is found when it holds all that is needed, and more', async () => {
    const { dir, folder } = await newFolder();
    const other = await KeyFolder.open(dir, randomness);
    await other.keyRing.ensure('expiry-2026-11-15');
    await folder.keyRing.ensure('expiry-2026-11-16');
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual((await keyRing.buckets()).sort(), ['expiry-2026-11-15', 'expiry-2026-11-16']);
    assert.deepEqual((await folder.keyRing.buckets()).sort(), (await keyRing.buckets()).sort());
  });

  test('keeps what several processes make at the same time', async () => {
    const { dir, folder } = await newFolder();
    const others = await Promise.all([1, 2, 3].map(() => KeyFolder.open(dir, randomness)));
    const rings = [folder, ...others].map(({ keyRing }) => keyRing);
    const days = Array.from({ length: 20 }, (_, index) => `expiry-2026-12-${index + 10}`);
    const ringFor = (index: number) => rings[index % rings.length] ?? assert.fail();
    await Promise.all(days.map((day, index) => ringFor(index).ensure(day)));
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual((await keyRing.buckets()).sort(), days);
  });

  test('is not written over when it lacks a key that this process has', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    const other = await KeyFolder.open(dir, randomness);
    await other.keyRing.destroy(['expiry-2026-11-15']);
    await other.keyRing.ensure('expiry-2026-11-15');
    await assert.rejects(folder.keyRing.ensure('expiry-2026-11-16'), {
      code: 'unavailable',
      retryAfterSeconds: 30,
    });
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual(await keyRing.buckets(), ['expiry-2026-11-15']);
    await folder.keyRing.ensure('expiry-2026-11-15');
  });

  for (const [what, wanted] of [
    ['made', ['expiry-2026-11-15', 'expiry-2026-11-16', 'expiry-2026-11-17']],
    ['destroyed', ['expiry-2026-11-17']],
  ] as const) {
    test(`heals after the sync of a key that was ${what} failed`, async () => {
      const { dir, folder } = await newFolder();
      const { keyRing } = folder;
      await keyRing.ensure('expiry-2026-11-15');
      await failSyncOf(dir, () =>
        what === 'made'
          ? keyRing.ensure('expiry-2026-11-16')
          : keyRing.destroy(['expiry-2026-11-15']),
      );
      assert.deepEqual(await keyRing.buckets(), ['expiry-2026-11-15']);
      await keyRing.ensure('expiry-2026-11-17');
      assert.deepEqual(await keyRing.buckets(), wanted);
      const read = await KeyFolder.open(dir, randomness);
      assert.deepEqual(await read.keyRing.buckets(), wanted);
    });
  }

  test('a disk without room and a folder that is gone are told as such', async () => {
    const { dir, folder } = await newFolder();
    await rm(dir, { recursive: true });
    await assert.rejects(folder.keyRing.ensure('expiry-2026-11-15'), { code: 'unavailable' });
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    assert.equal((keyFault(full) as ValiseError).code, 'insufficient_storage');
  });
});
