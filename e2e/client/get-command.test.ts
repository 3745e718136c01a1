import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { connect } from '../../client/node/connect.ts';
import { missingProgram } from '../deployment/missing-program.ts';
import { keyFor } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';
import { openLineBack } from './line-back.ts';

const MiB = 2 ** 20;
const { server } = await startExchange(['alice', 'bob']);
const alice = connect({ url: server.url, key: keyFor('alice@example.com') });
const bob = connect({ url: server.url, key: keyFor('bob@example.com') });
const folder = await mkdtemp(join(tmpdir(), 'valise-get-'));
after(() => rm(folder, { recursive: true }));
const keyFile = join(folder, 'key');
await writeFile(keyFile, keyFor('bob@example.com'));
const env = { XDG_CONFIG_HOME: folder, VALISE_URL: server.url, VALISE_KEY_FILE: keyFile };

const run = (...args: string[]) => runValise(['get', ...args], { env });

async function runWell(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...args);
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

async function sendToBob(name: string, content: Buffer | string, more = {}): Promise<void> {
  const files = [{ name, content: Buffer.from(content) }];
  await alice.send({ files, to: ['bob@example.com'], ...more });
}

async function statesOf(): Promise<string[]> {
  return (await Array.fromAsync(bob.inboxItems())).map(({ state }) => state);
}

/** A program that writes down what it was given. It fails while a file `fail` is beside it. */
const program = join(folder, 'program');
const seen = join(folder, 'seen');
await writeFile(
  program,
  `#!/bin/sh
printf '%s|' "$#" "$1" "$2" "$VALISE_SENDER" "$VALISE_MESSAGE" "$VALISE_FILE_NAME" "$VALISE_REFERENCE" >> '${seen}'
echo >> '${seen}'
[ ! -e '${folder}/fail' ]
`,
);
await chmod(program, 0o700);

describe('valise get', () => {
  test('saves what came, once, and takes nothing from others', async () => {
    await sendToBob('a.txt', 'first');
    await sendToBob('a.txt', 'second');
    const to = join(folder, 'plain');
    const stdout = await runWell(to);
    assert.deepEqual(stdout.trim().split('\n'), [join(to, 'a.txt'), join(to, 'a (2).txt')]);
    assert.equal(await readFile(join(to, 'a (2).txt'), 'utf8'), 'second');
    assert.equal(await runWell(to), '');
    assert.deepEqual((await readdir(to)).sort(), ['a (2).txt', 'a.txt']);
    assert.deepEqual(await statesOf(), ['new', 'new']);
    const [item] = await Array.fromAsync(bob.inboxItems());
    assert.equal(item?.leases, 0);
  });

  test('--ack acknowledges, --json says what, and --all fetches it once more into another folder', async () => {
    const stdout = await runWell(join(folder, 'acked'), '--ack', '--json');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { state: string; files: { path: string }[] });
    assert.deepEqual(
      lines.map(({ state, files }) => [state, files.length]),
      [
        ['saved', 1],
        ['saved', 1],
      ],
    );
    assert.deepEqual(await statesOf(), ['acknowledged', 'acknowledged']);
    assert.equal(await runWell(join(folder, 'none')), '');
    assert.equal((await runWell(join(folder, 'again'), '--all')).trim().split('\n').length, 2);
  });

  test('--exec gives the path as one argument, and what strangers wrote in variables only', async () => {
    const hostile = '$(touch pwned); "x".txt';
    await sendToBob(hostile, 'x', { message: 'one\ntwo', reference: 'case-1' });
    const to = join(folder, 'exec');
    await runWell(to, '--ack', '--exec', program, 'first');
    assert.deepEqual((await readFile(seen, 'utf8')).split('|').slice(0, 7), [
      ...['2', 'first', join(to, hostile), 'alice@example.com', 'one two', hostile, 'case-1'],
    ]);
    assert.ok(!(await readdir(folder)).includes('pwned'));
  });

  test('a program that fails has its item released, and is run again by the next run alone', async () => {
    await rm(seen, { force: true });
    await sendToBob('bad.txt', 'bad');
    await writeFile(join(folder, 'fail'), '');
    const to = join(folder, 'failing');
    const failed = await run(to, '--ack', '--exec', program);
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /failed with/);
    const [item] = await Array.fromAsync(bob.inboxItems({ state: 'new' }));
    assert.equal(item?.leases, 1, 'it was not given to the same run again');
    await rm(join(folder, 'fail'));
    // It was released: it need not wait for the end of a lease.
    await runWell(to, '--ack', '--exec', program);
    assert.equal((await readFile(seen, 'utf8')).trim().split('\n').length, 2);
    assert.deepEqual(await readdir(to), ['bad.txt']);
    assert.ok(!(await statesOf()).includes('new'));
  });

  test('a run that was killed goes on when it is repeated, and no file is there twice', async () => {
    const bytes = randomBytes(12 * MiB);
    await sendToBob('film.mov', bytes);
    const line = await openLineBack(server.url);
    const to = join(folder, 'killed');
    const args = ['get', to, '--ack'];
    const first = spawn(launcher, args, {
      env: cleanEnvironment({ ...env, VALISE_URL: line.url }),
      stdio: 'ignore',
    });
    await line.holdAfter(6 * MiB);
    const busy = await runValise(args, { env: { ...env, VALISE_URL: line.url } });
    assert.equal(busy.status, 5, 'two runs do not fetch into one folder');
    first.kill('SIGKILL');
    await once(first, 'exit');
    const [item] = await Array.fromAsync(bob.inboxItems({ state: 'new' }));
    assert.ok(item !== undefined);
    assert.equal(item.leases, 1);
    const before = line.carried();
    // The lease of the killed run would hold for some minutes: it is gone on with.
    const again = await runValise(args, { env: { ...env, VALISE_URL: line.url } });
    assert.equal(again.status, 0, again.stderr);
    assert.ok(line.carried() - before < 9 * MiB, 'what was there was not fetched again');
    assert.deepEqual(await readdir(to), ['film.mov']);
    assert.deepEqual(await readFile(join(to, 'film.mov')), bytes);
    assert.equal((await bob.inboxItem(item.id)).state, 'acknowledged');
  });

  test('--follow goes on until it is stopped, and ends with 0', async () => {
    const to = join(folder, 'follow');
    const following = spawn(launcher, ['get', to, '--ack', '--follow'], {
      env: cleanEnvironment(env),
      stdio: 'ignore',
    });
    await sendToBob('later.txt', 'later');
    after(() => following.kill('SIGKILL'));
    await eventually('the file is saved', async () =>
      (await readdir(folder)).includes('follow') && (await readdir(to)).includes('later.txt')
        ? true
        : undefined,
    );
    following.kill('SIGTERM');
    assert.deepEqual(await once(following, 'exit'), [0, null]);
  });

  test('a file in place of the folder is named', async () => {
    const path = join(folder, 'taken');
    await writeFile(path, 'mine');
    const { status, stderr } = await run(path);
    assert.equal(status, 2);
    assert.equal(stderr, `valise: ${path} cannot be a folder to save in: file already exists.\n`);
  });

  const noTerminal = missingProgram('script');
  test('a terminal reads that there is nothing new', { skip: noTerminal }, async () => {
    const to = join(folder, 'nothing');
    await runWell(to);
    assert.equal(await runWell(to), '', 'a script reads nothing');
    const args = ['-qec', `${launcher} get ${to}`, '/dev/null'];
    const { stdout } = await promisify(execFile)('script', args, { env: cleanEnvironment(env) });
    assert.match(stdout, /There is nothing new\./);
  });

  test('a program that is not there is named, and nothing is acknowledged', async () => {
    await sendToBob('kept.txt', 'kept');
    const { status, stderr } = await run(join(folder, 'gone'), '--ack', '--exec', './no-such');
    assert.equal(status, 2);
    assert.match(stderr, /no-such/);
    assert.ok((await statesOf()).includes('new'));
  });
});
