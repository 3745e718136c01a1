import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect } from '../../client/node/connect.ts';
import type { Drop } from '../../client/src/types.ts';
import { keyFor } from '../harness/add-account.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';

const MiB = 2 ** 20;
const { server } = await startExchange(['alice', 'bob']);
const key = keyFor('alice@example.com');
const folder = await mkdtemp(join(tmpdir(), 'valise-sending-'));
after(() => rm(folder, { recursive: true }));
const keyFile = join(folder, 'key');
await writeFile(keyFile, key);
const env = { XDG_CONFIG_HOME: folder, VALISE_URL: server.url, VALISE_KEY_FILE: keyFile };
const jobs = join(folder, 'valise/sends');
const valise = connect({ url: server.url, key });
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function dropsWith(reference: string): Promise<string[]> {
  const found = await Array.fromAsync(valise.drops({ reference }));
  return found.map(({ id }) => id);
}

describe('sending', () => {
  test('the library sends files to receivers, over a line that breaks', async () => {
    const line = await openCuttableProxy(() => server.url);
    const bytes = randomBytes(8 * MiB);
    const cutting = line.cutAfter(3 * MiB).then(() => {
      line.mend();
    });
    const drop = await connect({ url: line.url, key }).send({
      files: [
        { name: 'film.mov', content: bytes },
        { name: 'note.txt', content: Buffer.from('a') },
      ],
      to: ['bob@example.com', { email: 'eve@example.com', name: 'Eve' }],
      message: 'Here it is.',
      expiresIn: 86_400,
      reference: 'library',
    });
    await cutting;
    assert.deepEqual(drop.receivers.map(({ email }) => email).sort(), [
      'bob@example.com',
      'eve@example.com',
    ]);
    assert.deepEqual(
      drop.files.map(({ name, sha256 }) => [name, sha256]),
      [
        ['film.mov', sha256Of(bytes)],
        ['note.txt', sha256Of(Buffer.from('a'))],
      ],
    );
    assert.deepEqual(await dropsWith('library'), [drop.id]);
  });

  test('the command sends folders with what is in them, and standard input under a name', async () => {
    const scans = join(folder, 'scans');
    await mkdir(join(scans, 'deep'), { recursive: true });
    await writeFile(join(scans, 'a.txt'), 'a');
    await writeFile(join(scans, 'deep/a.txt'), 'bb');
    await symlink(keyFile, join(scans, 'link'));
    const to = ['--to', 'bob@example.com', '--json'];
    const sent = await runValise(['send', scans, ...to], { env });
    assert.equal(sent.status, 0, sent.stderr);
    const { files } = JSON.parse(sent.stdout) as Drop;
    assert.deepEqual(
      files.map(({ name, path }) => [name, path]),
      [
        ['a.txt', 'scans/a.txt'],
        ['a (2).txt', 'scans/deep/a.txt'],
      ],
    );
    assert.match(sent.stderr, /scans\/link is no file and no folder, and is left out\./);
    const piped = await runValise(['send', '-', '--name', 'x.txt', ...to], { env, input: 'piped' });
    assert.equal(piped.status, 0, piped.stderr);
    const [file] = (JSON.parse(piped.stdout) as Drop).files;
    assert.deepEqual([file?.name, file?.sha256], ['x.txt', sha256Of(Buffer.from('piped'))]);
    assert.deepEqual(await readdir(jobs), []);
  });

  test('a run that was killed goes on when it is repeated, and sends once', async () => {
    const line = await openCuttableProxy(() => server.url);
    const path = join(folder, 'large.bin');
    const bytes = randomBytes(24 * MiB);
    await writeFile(path, bytes);
    const args = ['send', path, '--to', 'bob@example.com', '--reference', 'killed', '--json'];
    const throughLine = { ...env, VALISE_URL: line.url };
    // It hangs when the line is cut: it is killed with some of the file at the server.
    const first = spawn(launcher, args, { env: cleanEnvironment(throughLine), stdio: 'ignore' });
    await line.cutAfter(10 * MiB);
    first.kill('SIGKILL');
    await once(first, 'exit');
    line.mend();
    assert.deepEqual(await dropsWith('killed'), []);
    assert.equal((await readdir(jobs)).length, 1);
    const again = await runValise(args, { env: throughLine });
    assert.equal(again.status, 0, again.stderr);
    const drop = JSON.parse(again.stdout) as Drop;
    assert.equal(drop.files[0]?.sha256, sha256Of(bytes));
    assert.deepEqual(await dropsWith('killed'), [drop.id]);
    assert.deepEqual(await readdir(jobs), []);
  });

  test('a run says that it waits for a server that does not answer', async () => {
    const path = join(folder, 'waits.txt');
    await writeFile(path, 'waits');
    const away = { ...env, VALISE_URL: 'http://127.0.0.1:9' };
    const args = ['send', path, '--to', 'bob@example.com'];
    const waiting = spawn(launcher, args, { env: cleanEnvironment(away), stdio: 'pipe' });
    const [said] = (await once(waiting.stderr, 'data')) as [Buffer];
    waiting.kill();
    await once(waiting, 'exit');
    assert.match(
      String(said),
      /127\.0\.0\.1:9 was not reached: .* Trying again for up to 15 min\./,
    );
    await rm(jobs, { recursive: true });
  });

  test('--wait ends with 12 where not all have fetched in time, and what is refused is not kept', async () => {
    const path = join(folder, 'wait.txt');
    await writeFile(path, 'wait');
    const waited = await runValise(['send', path, '--to', 'bob@example.com', '--wait', '1s'], {
      env,
    });
    assert.equal(waited.status, 12, waited.stderr);
    assert.match(waited.stdout, /bob@example\.com +waiting/);
    const far = await runValise(['send', path, '--to', 'bob@example.com', '--expires', '999d'], {
      env,
    });
    assert.equal(far.status, 2);
    assert.match(
      far.stderr,
      /^valise: expires_in: must be from 1 to \d+ seconds\.\n +request \S+$/m,
    );
    for (const [args, message] of [
      [['--to', 'nobody'], '--to: "nobody" is no e-mail address.'],
      [['--to', 'a@example.com,b@example.com'], 'Give --to once for each address.'],
      [['--to', 'bob@example.com', '--expires', '2020-01-01'], '--expires is over already'],
    ] as const) {
      const wrong = await runValise(['send', path, ...args], { env });
      assert.equal(wrong.status, 2);
      assert.ok(wrong.stderr.startsWith('valise: --'), 'before anything is uploaded');
      assert.ok(wrong.stderr.includes(message), wrong.stderr);
    }
    assert.deepEqual(await readdir(jobs), [], 'what is refused for good is not kept');
  });
});
