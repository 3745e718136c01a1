import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { CommandLine } from './command-fixture.ts';
import { Captured, openCommandLine } from './command-fixture.ts';
import { firstSendCommands, tourCommands } from './sample-exchange.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Starts `valise quickstart`, passes its output to `visit`, and stops it again. */
async function visitQuickstart(
  line: CommandLine,
  flags: string,
  visit: (printed: string) => Promise<void>,
): Promise<number> {
  const [stdout, signals] = [new Captured(), new EventEmitter()];
  const typed =
    `quickstart --port 0 --workers 1 --min-free-space 1 --log-level warn ${flags}`.trimEnd();
  const started = line.type(typed, { stdout, signals });
  while (!stdout.text.includes('Ctrl-C')) {
    const ended = await Promise.race([once(stdout, 'written').then(() => undefined), started]);
    if (ended !== undefined) assert.fail(ended.stderr);
  }
  try {
    await visit(stdout.text);
  } finally {
    signals.emit('SIGTERM', 'SIGTERM');
  }
  return (await started).status;
}

function firstSendIn(printed: string): string {
  const [commands] = /^BASE=[^]*?inbox"$/m.exec(printed) ?? [];
  assert.ok(commands, printed);
  return commands;
}

/** The tour, with the addresses and keys that were printed. */
function tourWith(printed: string): string {
  const someone = { email: '', key: '' };
  const tour = tourCommands({ url: '', alice: someone, bob: someone });
  const names = /^BASE=[^]*?(?=^DIR=)/m;
  return tour.replace(names, () => names.exec(printed)?.[0] ?? assert.fail(printed));
}

/** Runs a script whose temporary files go away with the test. */
async function runShell(
  { folder }: CommandLine,
  script: string,
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, TMPDIR: folder };
  const shell = spawn('sh', { env, stdio: ['pipe', 'pipe', 'pipe'] });
  shell.stdin.end(script);
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  return { stdout, stderr };
}

test(
  'the first send works as it is printed, and the tour behind it, and again; the page to open is named',
  { skip: hasCurl ? false : 'this machine has no curl' },
  async (t) => {
    const line = await openCommandLine(t);
    const status = await visitQuickstart(line, '', async (printed) => {
      assert.match(printed, /Mails are captured, not sent.+\n {2}bin\/valise mail list\n/);
      assert.match(printed, /in a browser.+\n {2}http:\S+\/alice@example\.com\/\n/);
      assert.match(printed, /anna@example\.com.+\n {2}http:\/\/localhost:\d+\/join\/[\w-]{43}\n/);
      const sent = await runShell(line, firstSendIn(printed));
      assert.match(
        sent.stdout,
        /^\{"id":"[\w-]{22}","state":"live".*\n\{"items":\[\{.*"Hello Bob"/,
      );
      const first = await runShell(line, tourWith(printed));
      assert.equal(first.stderr, '');
      assert.deepEqual(
        first.stdout.split('\n').filter((text) => !/^\d\./.test(text)),
        ['{"status":"ok"}', '{"status":"ok"}', '[]', '{"status":"done"}', '{"status":"ok"}', ''],
      );
      assert.match(first.stdout, /5\. Bob has, byte for byte, what Alice sent\.\n$/);
      const second = await runShell(line, tourWith(printed));
      assert.match(second.stdout, /contact_exists[^]*5\. Bob has/);
    });
    assert.equal(status, 0);
  },
);

test('where accounts exist, none is made, and it is said how to sign in', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add carol@example.com 46700000003 --data own');
  await visitQuickstart(line, '--data own', async (printed) => {
    assert.doesNotMatch(printed, /BASE=|vk_/);
    assert.match(
      printed,
      /curl -u carol@example\.com http:\/\/127\.0\.0\.1:\d+\/carol%40example\.com\//,
    );
    assert.match(printed, /in a browser.+\n {2}http:\S+\/carol@example\.com\/\n/);
    assert.match(printed, /bin\/valise account key rotate carol@example\.com --data \/.*own\n/);
    assert.match(printed, /cannot be shown again/);
    const { accounts } = await line.json<{ accounts: unknown[] }>('account list --data own');
    assert.equal(accounts.length, 1);
  });
});

test('a busy port is named with a way out, and no account is made in vain', async (t) => {
  const line = await openCommandLine(t);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = await line.type(`quickstart --port ${port}`);
  assert.equal(status, 5);
  assert.match(
    stderr,
    new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use.*npm start -- --port ${port + 1}`),
  );
  assert.match((await line.type('account list')).stdout, /No accounts yet/);
});

test('a second server is kept off the same data folder', async (t) => {
  const line = await openCommandLine(t);
  await visitQuickstart(line, '', async () => {
    const { status, stderr } = await line.type('serve --port 0');
    assert.equal(status, 5);
    assert.match(stderr, /already running/);
  });
});

test('the tour takes addresses and keys as they are, whatever stands in them', async (t) => {
  const line = await openCommandLine(t);
  const strange = `$(echo no) 'quoted' "double"`;
  const bob = { email: 'b@example.com', key: 'b' };
  const tour = tourCommands({
    url: 'http://[::1]:1',
    alice: { email: 'a@example.com', key: strange },
    bob,
  });
  const [assignments = ''] = tour.split('DIR=');
  const { stdout } = await runShell(line, `${assignments}\nprintf '%s' "$BASE $ALICE_KEY"`);
  assert.equal(stdout, `http://[::1]:1 ${strange}`);
});

test('printed commands have no comments, which an interactive zsh would run', () => {
  const someone = { email: 'a@example.com', key: 'k' };
  for (const commandsOf of [firstSendCommands, tourCommands]) {
    const commands = commandsOf({ url: 'http://127.0.0.1', alice: someone, bob: someone });
    assert.doesNotMatch(commands, /^[ \t]*#/m);
  }
});
