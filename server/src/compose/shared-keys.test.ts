import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';

import { isIntegrityFault } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { KeyFolder } from '../key-ring/key-folder.ts';
import { keyRingCases, newOwner } from '../key-ring/key-ring.conformance.ts';
import { keyringStorageCases } from '../key-ring/keyring-storage.conformance.ts';
import { rootKeyFile } from '../key-ring/root-key.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { getStores } from '../stores/registry.ts';
import type { PostgresDatabase } from '../testing/postgres-server.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import type { Installation } from './installation.ts';
import { countUnknownChanges, openInstallation, refuseOlderDatabase } from './installation.ts';

const options = { skip: missingPostgres, timeout: 300_000 };
const starting = missingPostgres === false ? startPostgresServer() : undefined;
const bucket = 'expiry-2026-11-15';

async function getServer() {
  return (await starting) ?? assert.fail();
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-shared-keys-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openStorage(t: TestContext, at: PostgresDatabase): Promise<KeyringStorage> {
  const location = { dataDir: '/none', ...at };
  const { database } = getStores({ database: 'postgres', blobs: 'file', location });
  const storage = (await database.openKeyring?.(location)) ?? assert.fail();
  t.after(() => storage.close());
  return storage;
}

/** An installation on a database of its own. Its nodes share the folder of blobs. */
async function newInstallation(t: TestContext) {
  const at = await (await getServer()).createDatabase();
  const folder = await newFolder(t);
  const location = { dataDir: join(folder, 'data'), ...at };
  async function openNode(
    name: string,
    rootKey = rootKeyFile(join(folder, name)),
  ): Promise<Installation> {
    const keyDir = join(folder, name);
    const stores = { database: 'postgres', blobs: 'file', location };
    const installation = await openInstallation(
      { stores, keyDir, rootKey, clock, randomness },
      { create: true, migrates: true },
    );
    t.after(() => installation.close());
    return installation;
  }
  /** As an operator does: each node gets the root key of the first. */
  async function addNode(name: string): Promise<Installation> {
    await mkdir(join(folder, name), { mode: 0o700 });
    await copyFile(join(folder, 'first', 'root.key'), join(folder, name, 'root.key'));
    return await openNode(name);
  }
  const sql = async (text: string) => (await getServer()).runAsSuperuser(text, at.databaseUrl);
  return { at, folder, openNode, addNode, sql };
}

describe('PostgreSQL as the storage of a keyring', options, () => {
  for (const rule of keyringStorageCases) {
    test(rule.name, async (t) => {
      const at = await (await getServer()).createDatabase();
      await rule.run(() => openStorage(t, at));
    });
  }
});

describe('keys in PostgreSQL as a key ring', options, () => {
  for (const rule of keyRingCases) {
    test(rule.name, async (t) => {
      const storage = await openStorage(t, await (await getServer()).createDatabase());
      const dir = join(await newFolder(t), 'keys');
      const source = rootKeyFile(dir);
      const keys = await KeyFolder.createShared({ storage, dir, randomness, source });
      t.after(() => keys.close());
      await rule.run(keys.keyRing);
    });
  }
});

describe('nodes with one database', options, () => {
  test('have the same keys; a key that one destroys is gone for all', async (t) => {
    const { openNode, addNode } = await newInstallation(t);
    const first = await openNode('first');
    const second = await addNode('second');
    assert.equal(second.id, first.id);
    assert.deepEqual(second.keys.derived, first.keys.derived);
    const made = await Promise.all([first, second].map(({ keys }) => keys.keyRing.ensure(bucket)));
    const owner = newOwner();
    const wrapped = made[0]?.wrap(randomness.bytes(32), owner) ?? assert.fail();
    assert.equal(made[1]?.unwrap(wrapped, owner).length, 32);
    await first.keys.keyRing.destroy([bucket]);
    await second.keys.keyRing.buckets();
    assert.throws(() => made[1]?.unwrap(wrapped, owner), isIntegrityFault);
    await assert.rejects(second.keys.keyRing.open(bucket), isIntegrityFault);
  });

  test('a node that starts while another one makes the installation joins it', async (t) => {
    const { at, folder, openNode } = await newInstallation(t);
    const [dir, otherDir] = ['first', 'second'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    const storage = await openStorage(t, at);
    // As far as the first node has come when the second one finds no database.
    await KeyFolder.createShared({ storage, dir, randomness, source: rootKeyFile(dir) });
    await mkdir(otherDir, { mode: 0o700 });
    await copyFile(join(dir, 'root.key'), join(otherDir, 'root.key'));
    const source = rootKeyFile(otherDir);
    const made = Promise.withResolvers<Installation>();
    const second = await openNode('second', {
      ...source,
      async read() {
        const first = await openNode('first');
        await first.keys.keyRing.ensure(bucket);
        made.resolve(first);
        return await source.read();
      },
    });
    assert.equal(second.id, (await made.promise).id);
  });

  test('a worker opens the keyring with what the main process gives it', async (t) => {
    const { at, folder, openNode } = await newInstallation(t);
    const first = await openNode('first');
    const location = { dataDir: join(folder, 'data'), ...at };
    const worker = await openInstallation(
      {
        stores: { database: 'postgres', blobs: 'file', location },
        keyDir: join(folder, 'none'),
        clock,
        randomness,
      },
      {
        create: false,
        keeper: { ringKey: first.keys.ringKey, ensureElsewhere: () => assert.fail() },
      },
    );
    t.after(() => worker.close());
    await worker.keys.keyRing.ensure(bucket);
    await first.keys.keyRing.open(bucket);
    assert.equal(await countUnknownChanges(first), 0);
  });

  test('a node without the root key does not start, and makes none', async (t) => {
    const { openNode } = await newInstallation(t);
    await openNode('first');
    await assert.rejects(openNode('second'), {
      code: 'key_missing',
      message: /copy the file from another node/,
    });
  });

  test('a database that was put back is found out, until it is accepted', async (t) => {
    const { openNode, addNode, sql } = await newInstallation(t);
    const first = await openNode('first');
    await first.keys.advance();
    const second = await addNode('second');
    await sql('create table backup_ring as table keyring');
    await sql('create table backup_notes as table notes');
    await first.keys.keyRing.ensure(bucket);
    await second.keys.keyRing.buckets();
    await first.close();
    await second.close();
    await sql('delete from keyring; insert into keyring table backup_ring');
    await sql('delete from notes; insert into notes table backup_notes');
    for (const name of ['first', 'second']) {
      await assert.rejects(refuseOlderDatabase(await openNode(name)), {
        code: 'data_unsafe',
        message: /older than its keys.*valise recover --accept-older-database/,
      });
    }
    await (await openNode('first')).keys.advance();
    for (const name of ['first', 'second']) await refuseOlderDatabase(await openNode(name));
  });

  test('an emptied database is not taken for a new one', async (t) => {
    const { openNode, sql } = await newInstallation(t);
    const first = await openNode('first');
    await first.keys.advance();
    await first.close();
    await sql('drop table keyring');
    await assert.rejects(openNode('first'), { code: 'data_unsafe', message: /is missing/ });
    await sql('drop schema public cascade; create schema public authorization valise');
    await assert.rejects(openNode('first'), { code: 'data_unsafe' });
  });
});

test('a keyring that was replaced leaves the files of the database', options, async (t) => {
  const at = await (await getServer()).createDatabase();
  const storage = await openStorage(t, at);
  // More than fits into a page, so that it is stored aside.
  const before = randomness.bytes(10_000);
  async function isInFiles(): Promise<boolean> {
    const server = await getServer();
    await server.runAsSuperuser('checkpoint', at.databaseUrl);
    const files = await server.runAsSuperuser(
      `select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
       where oid = 'keyring'::regclass
         or oid = (select reltoastrelid from pg_class where oid = 'keyring'::regclass)`,
      at.databaseUrl,
    );
    return files.some(({ bytes }) => (bytes as Buffer).includes(before.subarray(500, 600)));
  }
  await storage.create(before);
  await storage.change(() => Promise.resolve(randomness.bytes(100)));
  assert.equal(await isInFiles(), true, 'a dead row stays in its page');
  await storage.scrub();
  assert.equal(await isInFiles(), false);
});
