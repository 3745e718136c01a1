import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import type { Client } from '../harness/client.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { workersOf } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, launcher, runValise, valise } from '../harness/valise-command.ts';

const day = 86_400;
const unsafe = 6;

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-root-key-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Sends a file to the sender itself that needs a new key, and reads what came. */
async function exchange(client: Client, round: number): Promise<void> {
  const content = `round ${round}`;
  await sendFiles(client, [client.email], { 'a.txt': content }, { desttime: (round + 1) * day });
  const { url } = await newestInInbox(client);
  assert.equal((await client.download(url, 'a.txt')).text(), content);
}

/** Runs a rotation that is killed as soon as it touches this file of the key folder. */
async function rotateUntil(dataDir: string, touched: string): Promise<void> {
  const child = spawn(launcher, ['key', 'rotate', '--data', dataDir], {
    env: cleanEnvironment(),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const watcher = watch(join(dataDir, 'keys'), (_, name) => {
    if (name === touched) child.kill('SIGKILL');
  });
  await ended;
  watcher.close();
}

test('the root key is rotated under load, whenever that is killed, and links and API keys live on', async () => {
  const { server, clients } = await startExchange(['alice'], { settings: ['--workers', '2'] });
  const { dataDir } = server;
  const { alice } = clients;
  const path = join(dataDir, 'keys/root.key');
  await exchange(alice, 0);
  const { url } = await newestInInbox(alice);
  const first = await readFile(path, 'latin1');
  let rounds = 1;
  const load = async () => {
    await exchange(alice, rounds);
    rounds += 1;
  };
  // Before the new key opens the keyring; once both do; and once the new one is in the place of the old.
  for (const touched of ['rotation.lock', 'root.key.new', 'root.key']) {
    await meanwhile(rotateUntil(dataDir, touched), load);
    const { status, stderr } = await runValise(['account', 'list', '--data', dataDir]);
    assert.equal(status, 0, `killed at ${touched}: ${stderr}`);
  }
  const rotated = await meanwhile(valise('key', 'rotate', '--json', '--data', dataDir), load);
  assert.deepEqual(JSON.parse(rotated), { status: 'ok', rootKeys: 1, isFinished: true });
  assert.notEqual(await readFile(path, 'latin1'), first);
  await load();

  // A worker that is started now has never seen the old key.
  const [worker = 0] = await workersOf(server.pid);
  process.kill(worker, 'SIGKILL');
  for (let tries = 0; tries < 4; tries += 1) await load().catch(() => undefined);
  await load();

  await server.restart();
  assert.equal((await alice.download(url, 'a.txt')).text(), 'round 0');
  assert.match(await valise('audit', 'verify', '--data', dataDir), /./);
  await server.stop();
  const copy = join(dataDir, 'copy');
  await cp(join(dataDir, 'keys'), copy, { recursive: true });
  await writeFile(join(copy, 'root.key'), first);
  const old = await runValise(['account', 'list', '--data', dataDir, '--key-dir', copy]);
  assert.equal(old.status, unsafe);
});

test('a root key from a command: asked once for a server with workers, shown nowhere', async (t) => {
  const folder = await newFolder(t);
  const key = randomBytes(32).toString('hex');
  const script = join(folder, 'unseal');
  const runs = join(folder, 'runs');
  await writeFile(script, `#!/bin/sh\necho run >> ${runs}\necho ${key}\n`, { mode: 0o700 });
  const settings = ['--workers', '2', '--key-command', script, '--log-level', 'trace'];
  const env = { VALISE_KEY_COMMAND: script };
  const dataDir = join(folder, 'data');
  const { server } = await startExchange([], { settings, dataDir });
  assert.equal(await readFile(runs, 'utf8'), 'run\n');
  const adding = ['account', 'add', 'alice@example.com', '46700000001', '--data', dataDir];
  assert.equal((await runValise(adding, { env })).status, 0);
  assert.equal(await readFile(runs, 'utf8'), 'run\nrun\n');
  assert.ok(!(await readdir(join(dataDir, 'keys'))).includes('root.key'));
  assert.ok(!server.logs().includes(key));
  await server.restart();
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);

  await writeFile(script, '#!/bin/sh\necho the token is locked >&2\nexit 1\n');
  const broken = await runValise(['account', 'list', '--data', dataDir], { env });
  assert.equal(broken.status, unsafe);
  assert.match(broken.stderr, /ended with status 1. It said: the token is locked/);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
});

test('a root key from systemd is used in place of a file', async (t) => {
  const folder = await newFolder(t);
  const key = randomBytes(32).toString('hex');
  await writeFile(join(folder, 'valise-root-key'), `${key}\n`, { mode: 0o400 });
  const dataDir = join(folder, 'data');
  const env = { CREDENTIALS_DIRECTORY: folder };
  const settings = ['--workers', '2', '--key-credential'];
  const { server } = await startExchange([], { settings, dataDir, env });
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.ok(!(await readdir(join(dataDir, 'keys'))).includes('root.key'));
  const outside = await runValise(['account', 'list', '--key-credential', '--data', dataDir]);
  assert.equal(outside.status, unsafe);
  assert.match(outside.stderr, /systemd has passed no credentials to this process/);
});
