import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';

const {
  server,
  clients: { alice },
} = await startExchange(['alice', 'bob']);
const folder = await mkdtemp(join(tmpdir(), 'valise-command-'));
after(() => rm(folder, { recursive: true }));
const env = { XDG_CONFIG_HOME: folder };
const file = join(folder, 'valise/login.json');
const key = keyFor('alice@example.com');

const run = (args: string[], input = '') => runValise(args, { env, input });

async function runWell(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(args);
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

describe('the commands of senders', () => {
  test('say what to do before a login', async () => {
    const { status, stderr } = await run(['whoami']);
    assert.equal(status, 3);
    assert.match(stderr, /valise login/);
    for (const path of [join(folder, 'none'), '/dev/null']) {
      const unread = await runValise(['status'], {
        env: { ...env, VALISE_URL: server.url, VALISE_KEY_FILE: path },
      });
      assert.equal(unread.status, 3);
      assert.match(unread.stderr, /^valise: VALISE_KEY_FILE names \S+, which (?:cannot|is empty)/);
    }
    const noScheme = await run(['login', 'files.example.com'], key);
    assert.equal(noScheme.status, 2);
    assert.match(noScheme.stderr, /https:\/\/files\.example\.com/);
  });

  test('store a key by standard input where only its owner can read it', async () => {
    const wrong = await run(['login', server.url], 'wrong-key-0123456789-0123456789-01');
    assert.equal(wrong.status, 8);
    assert.match(wrong.stderr, /^valise: This API key is not accepted: it is wrong/);
    await assert.rejects(stat(file), 'a wrong key is not stored');
    const { status, stdout, stderr } = await run(['login', server.url], `${key}\n`);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /as alice@example\.com/);
    assert.ok(!stdout.includes(key));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((JSON.parse(await readFile(file, 'utf8')) as { key: string }).key, key);
  });

  test('take no key on the command line', async () => {
    const { status, stderr } = await run(['login', server.url, '--key', key]);
    assert.equal(status, 2);
    assert.ok(!stderr.includes(key));
    assert.match(stderr, /standard input|VALISE_KEY_FILE/);
  });

  test('show whose key it is', async () => {
    assert.match(await runWell('whoami'), /account {5}alice@example\.com\n/);
    const { account } = JSON.parse(await runWell('whoami', '--json')) as {
      account: { address: string };
    };
    assert.equal(account.address, 'alice@example.com');
  });

  test('show, extend and revoke what was sent, and end with a status for scripts', async () => {
    await sendFiles(alice, ['bob@example.com'], { 'a.txt': 'a' }, { ddmessage: 'Hello' });
    const [, row = ''] = (await runWell('status')).split('\n');
    assert.match(row, /^\S+ +live +\S+ +0 of 1 +1 \(1 B\)$/);
    const [id = ''] = row.split(' ');
    assert.match(await runWell('status', id), /bob@example\.com +waiting/);
    assert.match(
      await runWell('status', '--csv', '--since', '1d'),
      /^drop,.*\r\n.*bob@example\.com/,
    );
    assert.equal((await runWell('status', '--csv', '--since', '2999-01-01')).split('\n').length, 2);
    const before = JSON.parse(await runWell('status', id, '--json')) as { expires_at: string };
    const extended = await runWell('extend', id, '--expires', '3d', '--json');
    assert.notEqual((JSON.parse(extended) as typeof before).expires_at, before.expires_at);
    assert.match(await runWell('revoke', id), /state {6}revoked/);
    assert.equal((await run(['revoke', id])).status, 1);
    const missing = await run(['status', 'no-such-drop', '--json']);
    assert.equal(missing.status, 4);
    const { error, message } = JSON.parse(missing.stdout) as { error: string; message: string };
    assert.equal(error, 'not_found');
    assert.equal(message, 'There is no drop no-such-drop in this account.');
  });

  test('ask for files', async () => {
    const stdout = await runWell('ask', '--from', 'bob@example.com', '--expires', '2d', '--json');
    const { receivers } = JSON.parse(stdout) as { receivers: { email: string }[] };
    assert.deepEqual(
      receivers.map(({ email }) => email),
      ['bob@example.com'],
    );
    assert.match(
      await runWell('ask', '--from', 'bob@example.com'),
      /^Asked\. The request is \S+\.\n$/,
    );
    assert.equal((await run(['ask'])).status, 2);
  });

  test('print events as they happen, and nothing else', async () => {
    const watching = spawn(launcher, ['watch', '--types', 'drop.created', '--json'], {
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    const first = lines.next();
    // It follows from its start on, which nobody is told: what is sent until it says so is one of these.
    const seen = new AbortController();
    void first.then(() => {
      seen.abort();
    });
    while (!seen.signal.aborted) await sendFiles(alice, ['bob@example.com'], { 'a.txt': 'a' });
    const { value } = await first;
    assert.equal((JSON.parse(String(value)) as { kind: string }).kind, 'drop.created');
    watching.kill();
    await once(watching, 'close');
  });

  test('say what is wrong with what was typed', async () => {
    for (const args of [
      ['send'],
      ['send', join(folder, 'none.txt'), '--to', 'bob@example.com'],
      ['send', file],
      ['send', '-', '--to', 'bob@example.com'],
      ['send', file, '--to', 'bob@example.com', '--expires', 'soon'],
      ['send', file, '--to', 'bob@example.com', '--wait', '0s'],
      ['status', 'a', 'b'],
      ['extend', 'a'],
      ['watch', '--typo', 'x'],
    ]) {
      const { status, stderr } = await run(args);
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
    }
  });

  test('end with 9 where nobody answers', async () => {
    const { status } = await runValise(['login', 'http://127.0.0.1:9'], { env, input: key });
    assert.equal(status, 9);
  });
});
