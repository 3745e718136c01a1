import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../domain/ids.ts';
import { newId } from '../domain/ids.ts';
import { modeOf, newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';

function newOwner() {
  return { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) };
}

describe('the keyring on disk', () => {
  test('keeps buckets made at the same time', async () => {
    const { dir, folder } = await newFolder();
    const days = Array.from({ length: 12 }, (_, index) => `tray-2026-11-${index + 10}`);
    await Promise.all(days.map((bucket) => folder.keyRing.ensure(bucket)));
    const owner = newOwner();
    const wrapped = days.map((bucket) => folder.keyRing.wrap(randomBytes(32), owner, bucket));
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual(keyRing.buckets().sort(), days);
    for (const [index, bucket] of days.entries()) {
      const bytes = wrapped[index] ?? Buffer.alloc(0);
      assert.ok(
        keyRing.unwrap(bytes, owner, bucket).equals(folder.keyRing.unwrap(bytes, owner, bucket)),
      );
    }
    assert.equal(await modeOf(join(dir, 'keyring.sealed')), 0o600);
  });

  test('holds a destroyed key no more, also when read again', async () => {
    const { dir, folder } = await newFolder();
    const owner = newOwner();
    await folder.keyRing.ensure('expiry-2026-11-15');
    const wrapped = folder.keyRing.wrap(randomBytes(32), owner, 'expiry-2026-11-15');
    await folder.keyRing.destroy(['expiry-2026-11-15']);
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual(keyRing.buckets(), []);
    assert.throws(() => keyRing.unwrap(wrapped, owner, 'expiry-2026-11-15'));
  });

  test('ignores what a crash left half written, and clears it with the next change', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    await writeFile(join(dir, 'keyring.sealed.new'), 'half a key');
    const opened = await KeyFolder.open(dir, randomness);
    assert.deepEqual(opened.keyRing.buckets(), ['expiry-2026-11-15']);
    await opened.keyRing.ensure('expiry-2026-11-16');
    assert.deepEqual((await readdir(dir)).sort(), ['keyring.sealed', 'root.key']);
  });

  test('stays as it was, in memory too, when a change cannot be written', async () => {
    const { dir, folder } = await newFolder();
    await folder.keyRing.ensure('expiry-2026-11-15');
    const kept = await readFile(join(dir, 'keyring.sealed'));
    await mkdir(join(dir, 'keyring.sealed.new'));
    await assert.rejects(folder.keyRing.ensure('expiry-2026-11-16'));
    await assert.rejects(folder.keyRing.destroy(['expiry-2026-11-15']));
    assert.deepEqual(folder.keyRing.buckets(), ['expiry-2026-11-15']);
    assert.ok((await readFile(join(dir, 'keyring.sealed'))).equals(kept));
    await rm(join(dir, 'keyring.sealed.new'), { recursive: true });
    await folder.keyRing.ensure('expiry-2026-11-16');
    assert.equal(folder.keyRing.buckets().length, 2);
  });

  test('is not written over when another process changed it', async () => {
    const { dir, folder } = await newFolder();
    const other = await KeyFolder.open(dir, randomness);
    await other.keyRing.ensure('expiry-2026-11-15');
    await assert.rejects(folder.keyRing.ensure('expiry-2026-11-16'), /not the one this process/);
    const { keyRing } = await KeyFolder.open(dir, randomness);
    assert.deepEqual(keyRing.buckets(), ['expiry-2026-11-15']);
  });
});
