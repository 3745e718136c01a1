import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';

interface Sandbox {
  url: string;
  /** Of Alice. */
  key: string;
  printed: string;
  child: ChildProcess;
}

interface Page<Item> {
  items: Item[];
  next: string | null;
}

const folder = await mkdtemp(join(tmpdir(), 'valise-sandbox-'));
const dataDir = join(folder, 'box');
const room = ['--min-free-space', '1MiB', '--ballast', '1MiB'];
const running = new Set<ChildProcess>();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Starts a sandbox, and resolves once it has printed where it is. */
async function start(): Promise<Sandbox> {
  const args = ['quickstart', '--sandbox', '--data', dataDir, '--port', '0', ...room];
  const child = spawn(launcher, args, {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (printed += more));
  const last = /Stop the sandbox with Ctrl-C/;
  await eventually('the sandbox runs', () => (last.test(printed) ? true : undefined));
  return {
    url: /sandbox is running at (http:\S+)/.exec(printed)?.[1] ?? assert.fail(printed),
    key: /alice@example\.com +(vk_test_[\w-]{43})\n/.exec(printed)?.[1] ?? '',
    printed,
    child,
  };
}

async function stop({ child }: Sandbox): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [status] = (await ended) as [number | null];
  running.delete(child);
  return status;
}

function ask({ url }: Sandbox, key: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/api/v1${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
}

async function read<Answer>(sandbox: Sandbox, key: string, path: string): Promise<Answer> {
  const answer = await ask(sandbox, key, path);
  assert.equal(answer.status, 200);
  return (await answer.json()) as Answer;
}

/** The commands between the marks of a page, as they are printed for this sandbox. */
async function sessionOf({ url, key }: Pick<Sandbox, 'url' | 'key'>): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');
  const [, session = ''] = /<!-- session -->\s+```sh\n([^]*?)```/.exec(page) ?? [];
  assert.match(session, /^BASE=http:\/\/127\.0\.0\.1:8080 KEY=vk_test_as-printed\n/);
  return session.replace('http://127.0.0.1:8080', url).replace('vk_test_as-printed', key);
}

async function runShell(script: string): Promise<string> {
  const cwd = join(folder, 'work');
  await mkdir(cwd, { recursive: true });
  const shell = spawn('sh', { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  shell.stdin.end(script);
  return await text(shell.stdout);
}

describe('quickstart --sandbox', () => {
  let sandbox: Sandbox;
  let key: string;

  test('prints where it is, and two keys that work', async () => {
    sandbox = await start();
    ({ key } = sandbox);
    assert.equal(sandbox.printed.match(/vk_test_[\w-]{43}\b/g)?.length, 4);
    const me = await ask(sandbox, key, '/me');
    assert.equal(me.status, 200);
    assert.equal(me.headers.get('x-valise-sandbox'), 'true');
    const page = await fetch(`${sandbox.url}/sign-in`, { headers: { 'accept-language': 'sv' } });
    assert.match(await page.text(), /<p>Det här är en sandlåda/);
  });

  test('has a first request that sends', async () => {
    const [script = ''] = /^BASE=[^]*inbox"\n/m.exec(sandbox.printed) ?? [];
    assert.match(await runShell(script), /"state":"live".*\n\{"items":\[\{/);
  });

  test('runs the session of its page: a mail, a receiver, time that passes, faults', async () => {
    const printed = await runShell(await sessionOf({ url: sandbox.url, key }));
    const [, , mails = '', fetched = '', passed = '', faults = ''] = printed.split(/^\d\. .*\n/m);
    assert.match(mails, /"to":\["bob@example\.com"\].*"links":\["http:\S+\/d\/[\w-]{43}"\]/);
    assert.match(fetched, /^\{"files":1,"bytes":\d+\}\n.*"kind":"receiver\.completed"/);
    assert.match(passed, /^\{"now":".*","ahead_seconds":691200\}\n.*"kind":"drop\.expired"/);
    assert.match(faults, /"code":"unavailable".*\n\s*curl ended with 52\n\{"items":\[\]\}\n$/);
  });

  test('carries out a request whose answer it cuts', async () => {
    const receivers = [{ email: 'bob@example.com' }];
    const body = new FormData();
    body.set(
      'drop',
      new Blob([JSON.stringify({ receivers, reference: 'cut' })], { type: 'application/json' }),
    );
    body.set('file', new Blob(['a']), 'a.txt');
    const given = new Response(body);
    const payload = Buffer.from(await given.arrayBuffer());
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': given.headers.get('content-type') ?? '',
      'idempotency-key': 'cut',
    };
    const send = () =>
      fetch(`${sandbox.url}/api/v1/drops`, { method: 'POST', headers, body: payload });
    await ask(sandbox, key, '/sandbox/faults', { status: 'cut', path: '/api/v1/drops' });
    await assert.rejects(send());
    const repeated = await send();
    assert.equal(repeated.status, 201);
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
    const { items } = await read<Page<object>>(sandbox, key, '/drops?reference=cut');
    assert.equal(items.length, 1);
  });

  test('has webhooks at this machine', async () => {
    const answer = await ask(sandbox, key, '/webhooks', { url: 'http://127.0.0.1:9/hook' });
    assert.equal(answer.status, 201, await answer.text());
  });

  test('has commands that make keys of it, and say what it is', async () => {
    const data = ['--data', dataDir];
    const added = await runValise(['account', 'add', 'carol@example.com', '46700000009', ...data]);
    const [carol = ''] = /vk_test_[\w-]{43}/.exec(added.stdout) ?? [];
    assert.equal((await ask(sandbox, carol, '/me')).status, 200);
    const doctor = await runValise(['doctor', ...data]);
    assert.equal(doctor.status, 0, doctor.stdout);
    assert.match(doctor.stdout, /sandbox +This is a sandbox, where it is 20/);
    assert.match((await runValise(['config', ...data])).stdout, /^This folder is a sandbox\./);
    const moved = await runValise(['migrate', '--to-blobs', 's3://files', ...data]);
    assert.equal(moved.status, 6, moved.stderr);
  });

  test('goes on with its time after a kill', async () => {
    const { now } = await read<{ now: string }>(sandbox, key, '/sandbox/clock');
    sandbox.child.kill('SIGKILL');
    await once(sandbox.child, 'exit');
    running.delete(sandbox.child);
    sandbox = await start();
    assert.doesNotMatch(sandbox.printed, /vk_test_/);
    const after = await read<{ now: string }>(sandbox, key, '/sandbox/clock');
    assert.ok(Date.parse(after.now) >= Date.parse(now));
    assert.equal(await stop(sandbox), 0);
    assert.doesNotMatch(sandbox.printed, /clock jumped/);
  });
});

describe('a folder stays what it is', () => {
  const box = ['--data', dataDir, '--port', '0'];
  const refusal = async (...args: string[]) => {
    const { status, stderr } = await runValise(args);
    assert.equal(status, 6, stderr);
    return stderr;
  };

  test('no server serves a sandbox', async () => {
    for (const command of ['serve', 'quickstart']) {
      assert.match(await refusal(command, ...box), /is a sandbox, and stays one/);
    }
  });

  test('no other folder becomes one, and none is changed', async () => {
    const usual = join(folder, 'usual');
    await runValise(['account', 'add', 'dora@example.com', '46700000008', '--data', usual]);
    const data = ['--data', usual, '--port', '0'];
    assert.match(await refusal('quickstart', '--sandbox', ...data), /was not made by/);
    await assert.rejects(readFile(join(usual, 'sandbox.json')), { code: 'ENOENT' });

    await cp(join(dataDir, 'sandbox.json'), join(usual, 'sandbox.json'));
    assert.match(
      await refusal('quickstart', '--sandbox', ...data),
      /the database says that it is none/,
    );
    assert.match(await refusal('serve', ...data), /is a sandbox/);
    await rm(join(usual, 'sandbox.json'));
    assert.equal((await runValise(['doctor', '--offline', '--data', usual])).status, 0);
  });

  test('a sandbox without its file is served by nobody', async () => {
    const copy = join(folder, 'copy');
    await cp(dataDir, copy, { recursive: true });
    await rm(join(copy, 'sandbox.json'));
    const data = ['--data', copy, '--port', '0'];
    assert.match(await refusal('serve', ...data), /sandbox\.json is missing/);
    assert.match(await refusal('quickstart', '--sandbox', ...data), /was not made by/);
  });

  test('settings that would send, or keep elsewhere, are refused', async () => {
    const fresh = ['quickstart', '--sandbox', '--data', join(folder, 'fresh'), '--port', '0'];
    const wrong = [
      ['--smtp-host', 'mail.example.com', '--mail-from', 'a@example.com'],
      ['--sms-gateway-url', 'https://sms.example.com/'],
      ['--database-url', 'postgres://valise@127.0.0.1:9/valise'],
      ['--workers', '2'],
      ['--host', '0.0.0.0'],
      ['--listen', '0.0.0.0'],
    ];
    for (const flags of wrong) {
      const { status, stderr } = await runValise([...fresh, ...flags]);
      assert.equal(status, 3, `${flags.join(' ')}: ${stderr}`);
    }
    assert.equal((await runValise([...fresh, '--listen'])).status, 2);
    assert.equal((await runValise(['quickstart', '--listen', '127.0.0.1'])).status, 2);
    await assert.rejects(readFile(join(folder, 'fresh', 'sandbox.json')), { code: 'ENOENT' });
  });
});
