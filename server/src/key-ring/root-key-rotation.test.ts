import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { sealBox } from '../sealing/crypto/sealed-format.ts';
import { deriveKey, deriveKeys } from '../sealing/crypto/secrets.ts';
import { newDir, newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder, formatRootKey } from './key-folder.ts';
import { newOwner } from './key-ring.conformance.ts';

const bucket = 'expiry-2026-11-15';

async function useRootKey(dir: string, rootKey: Buffer): Promise<void> {
  await writeFile(join(dir, 'root.key'), formatRootKey(rootKey));
}

async function rootKeyOf(dir: string): Promise<Buffer> {
  return Buffer.from((await readFile(join(dir, 'root.key'), 'latin1')).trim(), 'hex');
}

describe('a second root key', () => {
  test('opens the folder as the first does, until the first is retired', async () => {
    const { dir, folder } = await newFolder();
    const [first, second] = [await rootKeyOf(dir), randomBytes(32)];
    const owner = newOwner();
    const wrapped = (await folder.keyRing.ensure(bucket)).wrap(randomBytes(32), owner);
    await folder.addRootKey(second);
    assert.equal(folder.rootKeyCount, 2);
    for (const key of [first, second]) {
      await useRootKey(dir, key);
      const opened = await KeyFolder.open(dir, randomness);
      assert.deepEqual(opened.derived, folder.derived);
      assert.equal((await opened.keyRing.open(bucket)).unwrap(wrapped, owner).length, 32);
    }
    await folder.retireOtherRootKeys(second);
    assert.equal((await KeyFolder.open(dir, randomness)).rootKeyCount, 1);
    await useRootKey(dir, first);
    await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_wrong' });
  });

  test('does not disturb a process that has the folder open, nor its followers', async () => {
    const { dir, folder: running } = await newFolder();
    const { keyRing: worker } = await KeyFolder.follow(dir, randomness, {
      ringKey: running.ringKey,
      async ensureElsewhere(wanted) {
        await running.keyRing.ensure(wanted);
      },
    });
    const second = randomBytes(32);
    const command = await KeyFolder.open(dir, randomness);
    await command.addRootKey(second);
    await running.keyRing.ensure('tray-2026-11-15');
    await useRootKey(dir, second);
    await command.retireOtherRootKeys(second);
    await running.keyRing.ensure(bucket);
    await worker.ensure('tray-2026-11-16');
    await running.keyRing.destroy(['tray-2026-11-15']);
    const opened = await KeyFolder.open(dir, randomness);
    assert.equal(opened.rootKeyCount, 1);
    assert.deepEqual((await opened.keyRing.buckets()).sort(), [bucket, 'tray-2026-11-16']);
    assert.deepEqual((await worker.buckets()).sort(), [bucket, 'tray-2026-11-16']);
  });

  test('is not added by halves: what failed is not done by a later change', async () => {
    const { dir, folder } = await newFolder();
    await mkdir(join(dir, 'keyring.sealed.new'));
    await assert.rejects(folder.addRootKey(randomBytes(32)));
    await rm(join(dir, 'keyring.sealed.new'), { recursive: true });
    await folder.keyRing.ensure(bucket);
    assert.equal((await KeyFolder.open(dir, randomness)).rootKeyCount, 1);
  });

  test('is never retired in favour of a key that does not open the folder', async () => {
    const { dir, folder } = await newFolder();
    await assert.rejects(folder.retireOtherRootKeys(randomBytes(32)), RangeError);
    assert.equal((await KeyFolder.open(dir, randomness)).rootKeyCount, 1);
  });
});

describe('a folder of version 1', () => {
  /** As it was written before there were ring keys. */
  async function newFirstVersion() {
    const dir = newDir();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const [rootKey, key] = [randomBytes(32), randomBytes(32)];
    const prefix = Buffer.from('VKRING\x01\x01', 'latin1');
    const purpose = {
      key: deriveKey(rootKey, 'valise/keyring/v1'),
      info: Buffer.from('valise/keyring-file/v1'),
      additionalData: prefix,
    };
    const document = {
      installation: 'install',
      changes: 7,
      buckets: [[bucket, key.toString('base64')]],
    };
    const box = sealBox(purpose, Buffer.from(JSON.stringify(document)), randomness);
    const sealed = Buffer.concat([prefix, box]);
    await writeFile(join(dir, 'keyring.sealed'), sealed, { mode: 0o600 });
    await writeFile(join(dir, 'root.key'), formatRootKey(rootKey), { mode: 0o600 });
    return { dir, rootKey, sealed };
  }

  test('opens with the keys it had, and stays as it is until it is changed', async () => {
    const { dir, rootKey, sealed } = await newFirstVersion();
    const folder = await KeyFolder.open(dir, randomness);
    assert.deepEqual(folder.derived, deriveKeys(rootKey));
    assert.deepEqual(await folder.keyRing.buckets(), [bucket]);
    assert.deepEqual([folder.installation, folder.changes], ['install', 7]);
    assert.ok((await readFile(join(dir, 'keyring.sealed'))).equals(sealed));
  });

  test('is converted once, under the same number, whichever processes do it', async () => {
    const { dir, rootKey } = await newFirstVersion();
    const folders = await Promise.all([1, 2, 3].map(() => KeyFolder.open(dir, randomness)));
    await Promise.all(folders.map((folder) => folder.upgrade()));
    const opened = await KeyFolder.open(dir, randomness);
    for (const folder of folders) assert.deepEqual(folder.ringKey, opened.ringKey);
    assert.deepEqual(opened.derived, deriveKeys(rootKey));
    assert.deepEqual(await opened.keyRing.buckets(), [bucket]);
    assert.deepEqual([opened.installation, opened.changes], ['install', 7]);
    const { length } = await readFile(join(dir, 'keyring.sealed'));
    await opened.upgrade();
    assert.equal((await readFile(join(dir, 'keyring.sealed'))).length, length);
  });

  test('no longer opens with its root key once that is replaced', async () => {
    const { dir, rootKey } = await newFirstVersion();
    const folder = await KeyFolder.open(dir, randomness);
    const second = randomBytes(32);
    await folder.addRootKey(second);
    await folder.retireOtherRootKeys(second);
    await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_wrong' });
    await useRootKey(dir, second);
    assert.deepEqual((await KeyFolder.open(dir, randomness)).derived, deriveKeys(rootKey));
  });
});
