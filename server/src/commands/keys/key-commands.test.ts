import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { takeRotationLock } from '../../locks/server-lock.ts';
import { openCommandLine } from '../command-fixture.ts';

const hex = () => randomBytes(32).toString('hex');

/** An installation with an account, whose key folder is apart from the data. */
async function newInstallation(t: TestContext, flags = '') {
  const line = await openCommandLine(t);
  const keyDir = join(line.folder, 'keys');
  const rootKey = join(keyDir, 'root.key');
  const run = (typed: string, options: { input?: string } = {}) =>
    line.type(`${typed} --key-dir ${keyDir}${flags}`, options);
  const added = await run('account add a@example.com 46700000001');
  assert.equal(added.status, 0, added.stderr);
  return { ...line, keyDir, rootKey, run };
}

describe('valise key rotate', () => {
  test('replaces root.key, and the old one opens nothing', async (t) => {
    const { run, rootKey, keyDir } = await newInstallation(t);
    const old = await readFile(rootKey, 'latin1');
    const rotated = await run('key rotate');
    assert.equal(rotated.status, 0, rotated.stderr);
    assert.match(rotated.stdout, /was replaced.+escrow-keys\.sh --rotated/s);
    const current = await readFile(rootKey, 'latin1');
    assert.notEqual(current, old);
    assert.ok(!(rotated.stdout + rotated.stderr).includes(current.trim()));
    assert.equal((await run('account list')).status, 0);
    assert.deepEqual(
      (await readdir(keyDir)).filter((name) => name.endsWith('.new')),
      [],
    );
    const { stdout } = await run('audit list --json');
    assert.match(stdout, /keys\.root_rotated/);
    await writeFile(rootKey, old);
    const refused = await run('account list');
    assert.equal(refused.status, 6);
    assert.match(refused.stderr, /does not open with/);
  });

  test('takes the new key from a file or from standard input', async (t) => {
    const { run, folder, rootKey } = await newInstallation(t);
    const [first, second] = [hex(), hex()];
    await writeFile(join(folder, 'new'), `${first}\n`, { mode: 0o600 });
    assert.equal((await run('key rotate --new-key-file new')).status, 0);
    assert.equal(await readFile(rootKey, 'latin1'), `${first}\n`);
    assert.equal((await run('key rotate --new-key-file -', { input: second })).status, 0);
    assert.equal(await readFile(rootKey, 'latin1'), `${second}\n`);
  });

  test('refuses a new key that is none, is in use or can be read by others', async (t) => {
    const { run, folder, rootKey, keyDir } = await newInstallation(t);
    const before = await readFile(join(keyDir, 'keyring.sealed'));
    const current = await readFile(rootKey, 'latin1');
    await writeFile(join(folder, 'open'), hex(), { mode: 0o644 });
    for (const [typed, input, status, reason] of [
      ['--new-key-file -', 'hunter2', 6, /does not hold a root key/],
      ['--new-key-file -', current, 2, /opens the keyring already/],
      ['--new-key-file open', '', 2, /every user of this machine/],
      ['--new-key-file none', '', 2, /ENOENT/],
      ['--new-key-command echo', '', 2, /absolute path/],
      ['--new-key-command /bin/false', '', 6, /ended with status 1/],
      ['--new-key-file - --new-key-command /bin/true', '', 2, /not both/],
    ] as const) {
      const refused = await run(`key rotate ${typed}`, { input });
      assert.equal(refused.status, status, typed + refused.stderr);
      assert.match(refused.stderr, reason);
      assert.ok(!refused.stderr.includes('hunter2'));
    }
    assert.ok((await readFile(join(keyDir, 'keyring.sealed'))).equals(before));
    assert.equal(await readFile(rootKey, 'latin1'), current);
  });

  test('runs once at a time', async (t) => {
    const { run, keyDir } = await newInstallation(t);
    const lock = takeRotationLock(keyDir);
    try {
      assert.equal((await run('key rotate')).status, 5);
    } finally {
      lock.release();
    }
    assert.equal((await run('key rotate')).status, 0);
  });
});

describe('a root key that comes from a command', () => {
  test('is asked for by every command, and no root.key is made', async (t) => {
    const { run, type, keyDir } = await newInstallation(t, ` --key-command /bin/echo,${hex()}`);
    assert.ok(!(await readdir(keyDir)).includes('root.key'));
    const { stdout } = await run('doctor --offline');
    assert.match(stdout, /ok +keys .*with the output of keyCommand/);
    const without = await type(`account list --key-dir ${keyDir}`);
    assert.equal(without.status, 6);
    assert.match(without.stderr, /root\.key is missing/);
    const wrong = await type(
      `doctor --offline --key-dir ${keyDir} --key-command /bin/echo,${hex()}`,
    );
    assert.match(wrong.stdout, /problem +keys .*does not open with the output of keyCommand/);
    const both = await run('account list --key-credential');
    assert.equal(both.status, 3);
    assert.match(both.stderr, /keyCredential must be false, because keyCommand is given/);
  });

  test('is rotated in two steps, and never locks the servers out', async (t) => {
    const [old, next] = [hex(), hex()];
    const { run, type, keyDir } = await newInstallation(t, ` --key-command /bin/echo,${old}`);
    const withNext = (typed: string) =>
      type(`${typed} --key-dir ${keyDir} --key-command /bin/echo,${next}`);
    assert.equal((await run('key rotate')).status, 2);
    const rotated = await run(`key rotate --new-key-command /bin/echo,${next}`);
    assert.equal(rotated.status, 0, rotated.stderr);
    assert.match(rotated.stdout, /valise key retire/);
    assert.match((await run('doctor --offline')).stdout, /warning +keys +2 root keys open/);
    assert.equal((await run('account list')).status, 0);
    const retired = await withNext('key retire --json');
    assert.deepEqual(JSON.parse(retired.stdout), { status: 'ok', retired: 1 });
    assert.equal((await run('account list')).status, 6);
    assert.match((await withNext('key retire')).stdout, /Nothing was changed/);
    assert.match((await withNext('audit list --json')).stdout, /keys\.root_retired/);
  });

  test('can take the place of root.key', async (t) => {
    const next = hex();
    const { run, type, keyDir, rootKey } = await newInstallation(t);
    const moved = (typed: string) =>
      type(`${typed} --key-dir ${keyDir} --key-command /bin/echo,${next}`);
    assert.equal((await run(`key rotate --new-key-command /bin/echo,${next}`)).status, 0);
    const both = await moved('key retire');
    assert.equal(both.status, 6);
    assert.match(both.stderr, /remove the file/);
    await rm(rootKey);
    assert.equal((await moved('key retire')).status, 0);
    assert.equal((await moved('account list')).status, 0);
  });
});

describe('valise key make', () => {
  test('writes a root key that only its owner reads, another one each time, and never over a file', async (t) => {
    const line = await openCommandLine(t);
    const [one, other] = [join(line.folder, 'one.key'), join(line.folder, 'other.key')];
    for (const file of [one, other]) {
      const { status, stdout, stderr } = await line.type(`key make ${file}`);
      assert.equal(status, 0, stderr);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.ok(!stdout.includes((await readFile(file, 'latin1')).trim()));
    }
    const written = await readFile(one, 'latin1');
    assert.notEqual(written, await readFile(other, 'latin1'));
    const again = await line.type(`key make ${one}`);
    assert.equal(again.status, 5);
    assert.match(again.stderr, /exists\. A key is never replaced/);
    assert.equal(await readFile(one, 'latin1'), written);
    const nowhere = await line.type(`key make ${join(line.folder, 'missing/root.key')}`);
    assert.equal(nowhere.status, 2);
  });

  test('makes a key that opens an installation', async (t) => {
    const { run, folder, rootKey } = await newInstallation(t);
    const file = join(folder, 'made.key');
    assert.equal((await run(`key make ${file}`)).status, 0);
    const { status, stderr } = await run(`key rotate --new-key-file ${file}`);
    assert.equal(status, 0, stderr);
    assert.equal(await readFile(rootKey, 'latin1'), await readFile(file, 'latin1'));
    assert.equal((await run('account list')).status, 0);
  });
});
