import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

import { retry } from '../platform/concurrency/concurrency.ts';
import { newDir, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';
import { runKeyCommand } from './key-command.ts';
import { rootKeySourceOf } from './root-key.ts';

const hex = () => randomBytes(32).toString('hex');

/** A place beside a key folder that is still to be made, with a script that runs `commands`. */
async function newPlace(commands = '') {
  const keyDir = newDir();
  const folder = dirname(keyDir);
  await mkdir(folder, { recursive: true });
  const script = join(folder, 'script');
  await writeFile(script, `#!/bin/sh\n${commands}\n`, { mode: 0o700 });
  return { keyDir, folder, script };
}

function ofCommand(keyDir: string, ...keyCommand: string[]) {
  return rootKeySourceOf({ keyDir, keyCommand, keyCredential: false }, {});
}

function ofCredential(keyDir: string, folder?: string) {
  const settings = { keyDir, keyCommand: undefined, keyCredential: true };
  return rootKeySourceOf(settings, folder === undefined ? {} : { CREDENTIALS_DIRECTORY: folder });
}

describe('a root key from a command', () => {
  test('makes no key file, and opens the folder again', async () => {
    const { keyDir } = await newPlace();
    const key = hex();
    const source = () => ofCommand(keyDir, '/bin/echo', key);
    const folder = await KeyFolder.create(keyDir, randomness, source());
    assert.deepEqual(await readdir(keyDir), ['keyring.sealed']);
    const opened = await KeyFolder.open(keyDir, randomness, source());
    assert.deepEqual(opened.derived, folder.derived);
    await assert.rejects(
      KeyFolder.open(keyDir, randomness, ofCommand(keyDir, '/bin/echo', hex())),
      {
        code: 'key_wrong',
        message: /keyring.sealed does not open with the output of keyCommand/,
      },
    );
  });

  test('is asked once, however often it is read', async () => {
    const { keyDir, folder, script } = await newPlace(`echo run >> runs; echo ${hex()}`);
    const source = ofCommand(keyDir, '/usr/bin/env', '-C', folder, script);
    await Promise.all([source.read(), source.read()]);
    await source.read();
    assert.equal(await readFile(join(folder, 'runs'), 'utf8'), 'run\n');
  });

  test('gets its arguments as they are, without a shell', async () => {
    assert.equal(String(await runKeyCommand(['/bin/echo', '$HOME;', '*'])), '$HOME; *\n');
  });

  test('that fails is told with its standard error, and without its output', async () => {
    const { script } = await newPlace(
      `echo not-for-you; printf 'no\\033[31m token\\n' >&2; exit 3`,
    );
    await assert.rejects(runKeyCommand([script]), (error: Error) => {
      assert.match(error.message, /ended with status 3\. It said: no \[31m token$/);
      return !error.message.includes('not-for-you');
    });
  });

  test('that is not there, says too much or says no key is refused', async () => {
    const { keyDir, script } = await newPlace('yes');
    await assert.rejects(runKeyCommand([join(keyDir, 'none')]), /could not be started: .*ENOENT/);
    await assert.rejects(runKeyCommand([script]), /longer than a key/);
    for (const output of ['', 'secret', `${hex()}${hex()}`, hex().toUpperCase()]) {
      await assert.rejects(ofCommand(keyDir, '/bin/echo', output).read(), (error: Error) => {
        assert.match(error.message, /does not hold a root key/);
        return output === '' || !error.message.includes(output);
      });
    }
  });

  test('that hangs is killed, with what it started', async () => {
    const { folder, script } = await newPlace('sleep 60 & echo $! > "$(dirname "$0")/pid"; wait');
    await assert.rejects(runKeyCommand([script], { timeoutMs: 500 }), /longer than 0.5 seconds/);
    const pid = (await readFile(join(folder, 'pid'), 'utf8')).trim();
    const isDead = await retry(
      async () => {
        const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        return state === '' || state.includes(') Z ') ? true : undefined;
      },
      { firstMs: 10, maxMs: 100, timeoutMs: 5000 },
    );
    assert.ok(isDead);
  });
});

describe('a root key from systemd', () => {
  test('is the credential that the service manager passes', async () => {
    const { keyDir, folder } = await newPlace();
    const path = join(folder, 'valise-root-key');
    // As systemd stores it: with an access list, whose mask is shown as the group’s permissions.
    await writeFile(path, hex(), { mode: 0o440 });
    const made = await KeyFolder.create(keyDir, randomness, ofCredential(keyDir, folder));
    const opened = await KeyFolder.open(keyDir, randomness, ofCredential(keyDir, folder));
    assert.deepEqual(opened.derived, made.derived);
    await assert.rejects(stat(join(keyDir, 'root.key')), { code: 'ENOENT' });
    await chmod(path, 0o444);
    await assert.rejects(ofCredential(keyDir, folder).read(), { code: 'key_exposed' });
    await rm(path);
    await assert.rejects(ofCredential(keyDir, folder).read(), {
      code: 'key_missing',
      message: /LoadCredential=valise-root-key/,
    });
  });

  test('is missed where systemd passed none', async () => {
    await assert.rejects(ofCredential(newDir()).read(), {
      code: 'key_missing',
      message: /systemd-run/,
    });
  });
});

test('a root key from elsewhere is refused while the folder holds one too', async () => {
  const { keyDir } = await newPlace();
  await KeyFolder.create(keyDir, randomness);
  for (const source of [ofCommand(keyDir, '/bin/echo', hex()), ofCredential(keyDir, '/')]) {
    await assert.rejects(source.read(), {
      code: 'data_unsafe',
      message: /root.key holds a root key/,
    });
  }
});
