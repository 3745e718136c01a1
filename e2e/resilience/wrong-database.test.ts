import assert from 'node:assert/strict';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newestInInbox, prepareDrop } from '../contract/send-files.ts';
import { addAccount, keyFor } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { untilDueIsDone } from '../harness/until-due-is-done.ts';
import { demandSuccess, runValise, valise } from '../harness/valise-command.ts';

const exits = { inUse: 5, unsafe: 6 };

/** A data folder and a key folder apart from it, as a deployment has them, and a server on both. */
async function startApart(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-wrong-'));
  const [dataDir, keyDir] = [join(folder, 'data'), join(folder, 'keys')];
  const server = await startServer({ dataDir, settings: ['--key-dir', keyDir] });
  // After the server has ended: it writes into both.
  t.after(() => rm(folder, { recursive: true, force: true }));
  await untilClaimed(keyDir);
  return { folder, dataDir, keyDir, server };
}

/** The first thing a server does by itself is to note in the keyring whose it is. */
async function untilClaimed(keyDir: string): Promise<void> {
  const unclaimedBytes = 207;
  await eventually('the keyring names its installation', async () => {
    const { length } = await readFile(join(keyDir, 'keyring.sealed'));
    return length > unclaimedBytes ? true : undefined;
  });
}

async function refuses(
  { dataDir, keyDir }: { dataDir: string; keyDir: string },
  status: number,
  reason: RegExp,
): Promise<void> {
  const before = await keysIn(keyDir);
  const result = await runValise([
    'serve',
    '--data',
    dataDir,
    '--key-dir',
    keyDir,
    '--port',
    '0',
    '--workers',
    '1',
  ]);
  assert.equal(result.status, status, result.stdout + result.stderr);
  assert.match(result.stderr, reason);
  assert.deepEqual(await keysIn(keyDir), before);
}

async function keysIn(keyDir: string): Promise<string> {
  return await readFile(join(keyDir, 'keyring.sealed'), 'hex');
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  const database = new DatabaseSync(join(from, 'valise.db'));
  database.exec(`vacuum into '${to}'`);
  database.close();
}

test('an empty data folder is refused while the key folder holds keys', async (t) => {
  const place = await startApart(t);
  await place.server.stop();
  await rename(place.dataDir, join(place.folder, 'unmounted'));
  await mkdir(place.dataDir, { mode: 0o700 });
  await refuses(place, exits.unsafe, /holds the keys of an installation.*--key-dir/);
  assert.ok(!(await readdir(place.dataDir)).includes('valise.db'));
  const adding = ['account', 'add', 'a@example.com', '46700000001', '--key-dir', place.keyDir];
  const added = await runValise([...adding, '--data', place.dataDir]);
  assert.equal(added.status, exits.unsafe, added.stderr);
  await rm(place.dataDir, { recursive: true });
  await rename(join(place.folder, 'unmounted'), place.dataDir);
  await place.server.start();
});

test('a database of 0 bytes, or one that is gone, is refused', async (t) => {
  const place = await startApart(t);
  await place.server.stop();
  for (const name of ['valise.db', 'valise.db-wal', 'valise.db-shm']) {
    await rm(join(place.dataDir, name), { force: true });
  }
  await refuses(place, exits.unsafe, /valise\.db is missing or empty/);
  const empty = join(place.dataDir, 'valise.db');
  await writeFile(empty, '');
  await refuses(place, exits.unsafe, /valise\.db is missing or empty/);
  assert.equal((await readFile(empty)).length, 0, 'it is left as it was found');
  await rm(join(place.dataDir, 'blobs'), { recursive: true });
  await refuses(place, exits.unsafe, /valise\.db is missing or empty/);
});

test('the database of another installation with the same root key is refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-wrong-'));
  const [dataDir, keyDir] = [join(folder, 'data'), join(folder, 'keys')];
  const other = join(folder, 'other');
  // Keys belong to nobody before a server has used them, so both are made with the same.
  await addAccountWith(dataDir, keyDir);
  await addAccountWith(other, keyDir);
  const server = await startServer({ dataDir, settings: ['--key-dir', keyDir] });
  t.after(() => rm(folder, { recursive: true, force: true }));
  await untilClaimed(keyDir);
  await server.stop();
  await refuses({ dataDir: other, keyDir }, exits.unsafe, /belong to another installation/);
});

test('keys that nobody has used yet are refused by a database that has others', async (t) => {
  const { folder, dataDir, server } = await startApart(t);
  await server.stop();
  const keyDir = join(folder, 'fresh-keys');
  await addAccountWith(join(folder, 'other'), keyDir);
  await refuses({ dataDir, keyDir }, exits.unsafe, /belong to another installation/);
});

async function addAccountWith(dataDir: string, keyDir: string): Promise<void> {
  await valise(
    ...['account', 'add', 'a@example.com', '46700000001'],
    ...['--data', dataDir, '--key-dir', keyDir],
  );
}

test('an older database is refused until the operator accepts it', async (t) => {
  const place = await startApart(t);
  const { dataDir, keyDir, server, folder } = place;
  const backup = join(folder, 'backup.db');
  await copyDatabase(dataDir, backup);
  await server.stop();
  await rename(join(dataDir, 'valise.db'), join(folder, 'newest.db'));
  await cp(backup, join(dataDir, 'valise.db'));
  await refuses(place, exits.unsafe, /older than its keys.*valise recover --accept-older-database/);

  const flags = ['--data', dataDir, '--key-dir', keyDir];
  const doctor = await runValise(['doctor', ...flags]);
  assert.match(doctor.stdout, /problem +keyring .*older than its keys/);
  const accept = ['recover', '--accept-older-database', ...flags];
  const unasked = await runValise(accept);
  assert.equal(unasked.status, 2, unasked.stderr);
  await refuses(place, exits.unsafe, /older than its keys/);
  assert.match(await valise(...accept, '--yes'), /Accepted/);
  assert.match(await valise(...accept, '--yes'), /fits its keys. Nothing was changed/);
  assert.match(await valise('audit', 'list', ...flags), /database\.older_accepted/);
  await server.start();
  const running = await runValise([...accept, '--yes']);
  assert.equal(running.status, exits.inUse, running.stderr);
});

test('what an older database does not know waits in quarantine, and comes back with the newest', async (t) => {
  const { dataDir, keyDir, server, folder } = await startApart(t);
  const flags = ['--data', dataDir, '--key-dir', keyDir];
  const input = keyFor('owner@example.com');
  const account = ['owner@example.com', '46700000001', '--role', 'api', '--key-file', '-'];
  await demandSuccess(['account', 'add', ...account, ...flags], { input });
  const backup = join(folder, 'backup.db');
  await copyDatabase(dataDir, backup);
  const owner = { email: 'owner@example.com', key: keyFor('owner@example.com') };
  const uploaded = await new Client(server, owner).upload({ 'new.txt': 'newer than the backup' });
  assert.equal(uploaded.status, 200, uploaded.text());
  await server.stop();
  const newest = join(folder, 'newest.db');
  await rename(join(dataDir, 'valise.db'), newest);
  await cp(backup, join(dataDir, 'valise.db'));
  await valise('recover', '--accept-older-database', '--yes', ...flags);
  const [orphan = ''] = (await storedFiles(dataDir)).whole;
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(join(dataDir, 'blobs', orphan.slice(0, 2), orphan), anHourAgo, anHourAgo);
  await server.start();
  await eventually('the file that no row knows is put aside', async () =>
    (await storedFiles(dataDir)).whole.length === 0 ? true : undefined,
  );
  // The next look spares what was put aside just now.
  const startedAt = Date.now();
  await server.restart();
  await untilDueIsDone(dataDir, startedAt);
  await server.stop();

  await cp(newest, join(dataDir, 'valise.db'));
  await valise('recover', '--accept-older-database', '--yes', ...flags);
  await server.start();
  assert.equal((await storedFiles(dataDir)).whole.length, 1);
  assert.match(await valise('audit', 'list', ...flags), /blobs\.put_back/);
  const client = new Client(server, owner);
  await prepareDrop(client, [owner.email], { 'other.txt': 'other' });
  await client.get('createdrop', { json: {} });
  const received = await client.download((await newestInInbox(client)).url, 'new.txt');
  assert.equal(received.text(), 'newer than the backup');
});

test('a database that lost its newest changes in a crash is refused', async (t) => {
  const place = await startApart(t);
  await place.server.stop();
  const before = await keysIn(place.keyDir);
  await place.server.start();
  await eventually('the keyring and the database have noted the next number', async () =>
    (await keysIn(place.keyDir)) === before ? undefined : true,
  );
  await place.server.kill();
  const wal = join(place.dataDir, 'valise.db-wal');
  assert.ok((await readFile(wal)).length > 0);
  await rm(wal);
  await refuses(place, exits.unsafe, /older than its keys/);
});

test('a restored copy is refused while a server uses the same keys; commands are not', async (t) => {
  const place = await startApart(t);
  const drill = join(place.folder, 'drill');
  await mkdir(drill, { mode: 0o700 });
  await copyDatabase(place.dataDir, join(drill, 'valise.db'));
  // The server that runs writes the keyring shortly after its start.
  let seen = '';
  await eventually('the keyring stays as it is', async () => {
    const last = seen;
    await sleep(1_500);
    seen = JSON.stringify(await keysIn(place.keyDir));
    return seen === last ? true : undefined;
  });
  await refuses(
    { ...place, dataDir: drill },
    exits.inUse,
    /Another Valise server is using the keys/,
  );
  await addAccountWith(place.dataDir, place.keyDir);
  assert.equal((await fetch(`${place.server.url}/healthz`)).status, 200);
});

test('a kill at any moment is no false alarm', async (t) => {
  const place = await startApart(t);
  for (let kills = 0; kills < 3; kills += 1) {
    await place.server.kill();
    await place.server.start();
  }
});

test('a keyring is claimed by the database that it was made with, and a server starts with both', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-wrong-'));
  const [dataDir, keyDir] = [join(folder, 'data'), join(folder, 'data', 'keys')];
  await addAccount(dataDir, 'a@example.com');
  await startServer({ dataDir });
  t.after(() => rm(folder, { recursive: true, force: true }));
  await untilClaimed(keyDir);
});
