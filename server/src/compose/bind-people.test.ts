import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import pino from 'pino';
import { openProcess } from '../coordination/postgres/coordination-fixture.ts';
import type { Database } from '../domain/model/database.ts';
import { rootKeyFile } from '../key-ring/root-key.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import { sampleAccount } from '../testing/samples.ts';
import { createPeopleBinding } from './bind-people.ts';
import { openInstallation } from './installation.ts';

const options = { skip: missingPostgres, timeout: 300_000 };
const starting = missingPostgres === false ? startPostgresServer() : undefined;

/** A node of this version, and rows of people without MACs, as nodes of an earlier version write them. */
async function openNode(t: TestContext) {
  const server = (await starting) ?? assert.fail();
  const at = await server.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'valise-bind-people-'));
  t.after(() => rm(folder, { recursive: true }));
  const [dataDir, keyDir] = [join(folder, 'data'), join(folder, 'keys')];
  const stores = { database: 'postgres', blobs: 'file', location: { dataDir, ...at } };
  const installation = await openInstallation(
    { stores, keyDir, rootKey: rootKeyFile(keyDir), clock, randomness },
    { create: true, migrates: true },
  );
  t.after(() => installation.close());
  const sql = (text: string) => server.runAsSuperuser(text, at.databaseUrl);
  const account = sampleAccount('anna@example.com');
  await installation.database.accounts.add(account);
  await installation.keys.setRowsBoundAt(undefined);
  await sql('update accounts set mac = null');
  const coordination = await openProcess(t, { database: at, clock });

  /** A process that says nothing of MACs, as those of an earlier version. */
  async function startOlder() {
    const older = await openProcess(t, { database: at, clock });
    const { self } = await older.processes.look();
    await sql(`update coordination_processes set binds_people = null where name = '${self}'`);
    return older;
  }

  const run = (database: Database = installation.database) =>
    createPeopleBinding({
      installation: { ...installation, database },
      coordination: () => coordination,
      log: pino({ level: 'silent' }),
    }).run(new AbortController().signal);
  const countWithoutMac = async () =>
    (await sql('select id from accounts where mac is null')).length;
  return { installation, account, coordination, startOlder, run, countWithoutMac };
}

test(
  'rows of people get their MACs when the last node of an earlier version is gone',
  options,
  async (t) => {
    const node = await openNode(t);
    const { keys, database } = node.installation;
    const [first, last] = [await node.startOlder(), await node.startOlder()];
    for (const older of [first, last]) {
      assert.equal(await node.run(), 0);
      assert.equal(keys.rowsBoundAt, undefined);
      assert.equal(await node.countWithoutMac(), 1, 'not even a row is changed');
      assert.ok(await database.accounts.find(node.account.id), 'rows are taken as they are');
      await older.close();
    }
    assert.equal(await node.run(), 1);
    assert.notEqual(keys.rowsBoundAt, undefined);
    assert.equal(await node.countWithoutMac(), 0);
    assert.ok(await database.accounts.find(node.account.id));
    assert.equal(await node.run(), 0, 'once');
  },
);

test(
  'a node of an earlier version that starts while rows get their MACs keeps them from being demanded',
  options,
  async (t) => {
    const node = await openNode(t);
    const { keys, database } = node.installation;
    let older: Awaited<ReturnType<typeof node.startOlder>> | undefined;
    const interrupted = {
      ...database,
      async bindPeople() {
        await database.bindPeople();
        older = await node.startOlder();
      },
    };
    assert.equal(await node.run(interrupted), 0);
    assert.equal(keys.rowsBoundAt, undefined);
    await older?.close();
    assert.equal(await node.run(), 1);
    assert.notEqual(keys.rowsBoundAt, undefined);
  },
);
