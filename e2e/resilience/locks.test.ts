import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { after, test } from 'node:test';
import { addAccount } from '../harness/add-account.ts';
import { startServer } from '../harness/server.ts';
import type { CommandResult } from '../harness/valise-command.ts';
import { runValise } from '../harness/valise-command.ts';

const exits = { settings: 3, inUse: 5, unsafe: 6 };

const template = await mkdtemp(join(tmpdir(), 'valise-locks-'));
after(() => rm(template, { recursive: true, force: true }));
await addAccount(template, 'owner@example.com');

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-locks-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder that was in use and is not now. */
async function makeData(t: TestContext): Promise<string> {
  const dataDir = await makeFolder(t);
  await cp(template, dataDir, { recursive: true });
  return dataDir;
}

async function tryToServe(dataDir: string, ...flags: string[]): Promise<CommandResult> {
  return await runValise(['serve', '--data', dataDir, '--port', '0', ...flags]);
}

/** Holds a start to its refusal: the status, a sentence that helps, and keys left as they were. */
async function refusesToServe(
  dataDir: string,
  status: number,
  reason: RegExp,
  ...flags: string[]
): Promise<void> {
  const keys = await keysIn(dataDir);
  const result = await tryToServe(dataDir, ...flags);
  assert.equal(result.status, status, result.stdout + result.stderr);
  assert.match(result.stderr, reason);
  assert.doesNotMatch(result.stderr, /^[ \t]+at /m, 'a stack trace helps no operator');
  assert.deepEqual(await keysIn(dataDir), keys);
}

/**
 * The files of the key folder but those that a server writes as it runs, and the root key; undefined when there is no
 * such folder.
 */
async function keysIn(dataDir: string): Promise<Record<string, string> | undefined> {
  const folder = join(dataDir, 'keys');
  const isThere = (await readdir(dataDir)).includes('keys');
  if (!isThere) return undefined;
  const names = (await readdir(folder)).filter(
    (name) => !/^(?:server\.lock|keyring\.lock|audit\.head)/.test(name),
  );
  // A server that runs replaces its keyring now and then; nobody ever replaces a root key.
  const contentOf = async (name: string) =>
    name === 'root.key' ? await readFile(join(folder, name), 'hex') : '';
  const contents = await Promise.all(names.map(contentOf));
  return Object.fromEntries(names.map((name, index) => [name, contents[index] ?? '']));
}

test('a second server on the same data is refused, and the first serves on', async () => {
  const first = await startServer();
  await refusesToServe(first.dataDir, exits.inUse, /already running/);
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200);
});

test('a server that was killed leaves no lock behind', async () => {
  const server = await startServer();
  await server.kill();
  await server.start();
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
});

test('a port that is in use is named', async (t) => {
  const { port } = new URL((await startServer()).url);
  await refusesToServe(await makeData(t), exits.inUse, new RegExp(port), '--port', port);
});

test('a setting that does not exist is refused, and nothing is made', async (t) => {
  const folder = await makeFolder(t);
  await refusesToServe(folder, exits.settings, /no-such-setting/, '--no-such-setting', '1');
  await refusesToServe(folder, exits.settings, /stall-?time/i, '--stall-time', 'soon');
  assert.deepEqual(await readdir(folder), []);
});

test('data whose root key is gone is not served, and gets no new key', async (t) => {
  const dataDir = await makeData(t);
  await rm(join(dataDir, 'keys/root.key'));
  await refusesToServe(dataDir, exits.unsafe, /root\.key/);
});

test('data whose keyring is gone is not served', async (t) => {
  const dataDir = await makeData(t);
  await rm(join(dataDir, 'keys/keyring.sealed'));
  await refusesToServe(dataDir, exits.unsafe, /keyring/);
});

test('data whose key folder is gone is not served, and gets no new folder', async (t) => {
  const dataDir = await makeData(t);
  await rm(join(dataDir, 'keys'), { recursive: true });
  await refusesToServe(dataDir, exits.unsafe, /keys/);
});

test('a root key with a wrong digit is found out', async (t) => {
  const dataDir = await makeData(t);
  const path = join(dataDir, 'keys/root.key');
  const key = await readFile(path, 'utf8');
  await writeFile(
    path,
    key.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  );
  await refusesToServe(dataDir, exits.unsafe, /root\.key/);
});

test('the keys of another installation are found out', async (t) => {
  const dataDir = await makeData(t);
  const other = await makeFolder(t);
  await addAccount(other, 'owner@example.com');
  await cp(join(other, 'keys'), join(dataDir, 'keys'), { recursive: true });
  await refusesToServe(dataDir, exits.unsafe, /another installation/);
});

test('keys that others can read are refused', async (t) => {
  const dataDir = await makeData(t);
  const rootKey = join(dataDir, 'keys/root.key');
  await chmod(rootKey, 0o644);
  await refusesToServe(dataDir, exits.unsafe, /chmod/);
  await chmod(rootKey, 0o600);
  await chmod(join(dataDir, 'keys'), 0o755);
  await refusesToServe(dataDir, exits.unsafe, /chmod/);
});

test('files without their database are not served', async (t) => {
  const dataDir = await makeData(t);
  await mkdir(join(dataDir, 'blobs'), { recursive: true });
  await rm(join(dataDir, 'valise.db'));
  await refusesToServe(dataDir, exits.unsafe, /valise\.db/);
});

test('a database that a newer version changed is refused', async (t) => {
  const dataDir = await makeData(t);
  const database = new DatabaseSync(join(dataDir, 'valise.db'));
  database.exec(`insert into schema_steps (name) values ('9999-of-the-future')`);
  database.close();
  await refusesToServe(dataDir, exits.unsafe, /newer/);
});

test('a database that is damaged is refused', async (t) => {
  const dataDir = await makeData(t);
  const path = join(dataDir, 'valise.db');
  const content = await readFile(path);
  await writeFile(path, content.fill(0xff, 0, 4096));
  const { status, stderr } = await tryToServe(dataDir);
  assert.notEqual(status, 0);
  assert.notEqual(stderr, '');
});
