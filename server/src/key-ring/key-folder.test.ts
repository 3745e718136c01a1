import assert from 'node:assert/strict';
import {
  chmod,
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { modeOf, newDir, newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';
import { testKeyRing } from './key-ring.conformance.ts';

testKeyRing('key folder', async () => (await newFolder()).folder.keyRing);

describe('a new key folder', () => {
  test('is its owner’s alone', async () => {
    const { dir } = await newFolder();
    assert.equal(await modeOf(dir), 0o700);
    assert.equal(await modeOf(join(dir, 'root.key')), 0o600);
    assert.equal(await modeOf(join(dir, 'keyring.sealed')), 0o600);
    assert.deepEqual((await readdir(dir)).sort(), ['keyring.sealed', 'root.key']);
  });

  test('opens to the keys it was made with', async () => {
    const { dir, folder } = await newFolder();
    const opened = await KeyFolder.open(dir, randomness);
    assert.deepEqual(opened.derived, folder.derived);
    assert.deepEqual(await opened.keyRing.buckets(), []);
    assert.ok(opened.keyCheck('install').equals(folder.keyCheck('install')));
    assert.ok(!opened.keyCheck('install').equals(folder.keyCheck('another')));
  });

  test('never replaces one that exists, nor half of one', async () => {
    const { dir } = await newFolder();
    const rootKey = await readFile(join(dir, 'root.key'));
    await assert.rejects(KeyFolder.create(dir, randomness), { code: 'data_unsafe' });
    assert.ok((await readFile(join(dir, 'root.key'))).equals(rootKey));
    await rm(join(dir, 'root.key'));
    await assert.rejects(KeyFolder.create(dir, randomness), { code: 'data_unsafe' });
    assert.deepEqual(await readdir(dir), ['keyring.sealed']);
  });

  test('made many times at once, is made once and opens', async () => {
    const dir = newDir();
    const attempts = Array.from({ length: 8 }, () => KeyFolder.create(dir, randomness));
    const outcomes = await Promise.allSettled(attempts);
    const [made, ...more] = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    assert.ok(made !== undefined && more.length === 0);
    const opened = await KeyFolder.open(dir, randomness);
    assert.deepEqual(opened.derived, made.value.derived);
  });

  test('is not made in a folder that others may use', async () => {
    const dir = newDir();
    await mkdir(dir, { recursive: true });
    await chmod(dir, 0o755);
    await assert.rejects(KeyFolder.create(dir, randomness), { code: 'key_exposed' });
    assert.deepEqual(await readdir(dir), []);
  });

  test('exists only once it was made', async () => {
    const dir = newDir();
    assert.equal(await KeyFolder.exists(dir), false);
    await KeyFolder.create(dir, randomness);
    assert.equal(await KeyFolder.exists(dir), true);
    await rm(join(dir, 'root.key'));
    assert.equal(await KeyFolder.exists(dir), true);
  });

  test('shares no secret with another', async () => {
    const folders = [await newFolder(), await newFolder()];
    const secrets: string[] = [];
    for (const { dir, folder } of folders) {
      const keyring = await readFile(join(dir, 'keyring.sealed'));
      const rootKey = (await readFile(join(dir, 'root.key'), 'latin1')).trim();
      const derived = Object.values(folder.derived).map((key) => key.toString('hex'));
      secrets.push(rootKey, keyring.subarray(8).toString('hex'), ...derived);
    }
    assert.equal(secrets.length, 36);
    assert.equal(new Set(secrets).size, secrets.length);
  });
});

describe('opening a key folder', () => {
  for (const name of ['root.key', 'keyring.sealed']) {
    test(`refuses a missing ${name}, and makes none`, async () => {
      const { dir } = await newFolder();
      await rm(join(dir, name));
      await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_missing' });
      assert.equal((await readdir(dir)).length, 1);
    });

    for (const mode of [0o640, 0o620, 0o604, 0o602, 0o601]) {
      test(`refuses a ${name} with mode ${mode.toString(8)}`, async () => {
        const { dir } = await newFolder();
        await chmod(join(dir, name), mode);
        await assert.rejects(KeyFolder.open(dir, randomness), {
          code: 'key_exposed',
          message: new RegExp(`chmod 600 .*${name}`),
        });
      });
    }

    test(`refuses a ${name} that is a link`, async () => {
      const { dir } = await newFolder();
      await rename(join(dir, name), join(dir, 'elsewhere'));
      await symlink('elsewhere', join(dir, name));
      await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_exposed' });
    });

    test(`refuses a ${name} of another installation`, async () => {
      const [ours, theirs] = [await newFolder(), await newFolder()];
      await copyFile(join(theirs.dir, name), join(ours.dir, name));
      await assert.rejects(KeyFolder.open(ours.dir, randomness), { code: 'key_wrong' });
    });
  }

  test('refuses a missing folder', async () => {
    await assert.rejects(KeyFolder.open(newDir(), randomness), { code: 'key_missing' });
  });

  test('refuses a folder that others may use, or that is a link', async () => {
    const { dir } = await newFolder();
    await symlink(dir, `${dir}-link`);
    await assert.rejects(KeyFolder.open(`${dir}-link`, randomness), { code: 'key_exposed' });
    await chmod(dir, 0o710);
    await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_exposed' });
  });

  for (const content of [
    '',
    'ab\n',
    `${'a'.repeat(63)}\n`,
    `${'A'.repeat(64)}\n`,
    'a'.repeat(66),
  ]) {
    test(`refuses ${content.length} characters that are no root key`, async () => {
      const { dir } = await newFolder();
      await writeFile(join(dir, 'root.key'), content);
      await assert.rejects(KeyFolder.open(dir, randomness), { code: 'key_wrong' });
    });
  }

  test('accepts a root key that not even its owner may write', async () => {
    const { dir } = await newFolder();
    await chmod(join(dir, 'root.key'), 0o400);
    await KeyFolder.open(dir, randomness);
  });
});
