import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, describe, test } from 'node:test';

import type { BlobLocation } from '../blobs/blob-store-definition.ts';
import { blobStoreConformance } from '../blobs/conformance/blob-store.conformance.ts';
import { createHandMovedClock, key, put, readAll } from '../blobs/conformance/blob-store-case.ts';
import { databaseConformance } from '../database/conformance/database.conformance.ts';
import type {
  DataLocation,
  DatabaseDefinition,
  DatabaseState,
} from '../database/database-definition.ts';
import type { Database } from '../domain/model/database.ts';
import { lazily } from '../platform/lazily.ts';
import { missingCeph, newCephLocation } from '../testing/ceph-server.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import { testRowBinding as binding } from '../testing/row-binding-fixture.ts';
import { sampleAccount } from '../testing/samples.ts';
import { blobStores, databases, getStores } from './registry.ts';
import { embeddedStores } from './store-settings.ts';

async function newFolder(context: TestContext): Promise<DataLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-stores-'));
  context.after(() => rm(dataDir, { recursive: true }));
  return { dataDir };
}

/** How tests of a kind of database get one. */
interface Subject {
  /** Why it cannot be tested here. */
  skip: string | false;
  /** Where a new installation would keep its data, and the state of that. */
  newLocation: (context: TestContext) => Promise<DataLocation>;
  newState: DatabaseState;
  /** A database without rows, which may have been used before. */
  emptyLocation: (context: TestContext) => Promise<DataLocation>;
}

function inFolder(definition: DatabaseDefinition): Subject {
  // Migrating takes longer than most cases: it is done once, and each case gets a copy.
  const dataDir = mkdtempSync(join(tmpdir(), 'valise-stores-'));
  after(() => rm(dataDir, { recursive: true }));
  const migrate = lazily(async () => {
    await (await definition.open({ dataDir }, { binding, migrates: false })).close();
  });
  return {
    skip: false,
    newLocation: newFolder,
    newState: 'missing',
    async emptyLocation(context) {
      const location = await newFolder(context);
      await migrate();
      await cp(dataDir, location.dataDir, { recursive: true });
      return location;
    },
  };
}

function onPostgres(): Subject {
  const server =
    missingPostgres === false ? startPostgresServer() : Promise.reject(new Error(missingPostgres));
  const used = server.then((each) => each.createDatabase());
  used.catch(() => undefined);
  return {
    skip: missingPostgres,
    newState: 'empty',
    newLocation: async (context) => ({
      ...(await newFolder(context)),
      ...(await (await server).createDatabase()),
    }),
    async emptyLocation(context) {
      await (await server).emptyDatabase(await used);
      return { ...(await newFolder(context)), ...(await used) };
    },
  };
}

const subjects: Readonly<Record<string, Subject>> = { postgres: onPostgres() };

for (const definition of databases) {
  const { name, isShared } = definition;
  const { skip, newLocation, newState, emptyLocation } = subjects[name] ?? inFolder(definition);

  async function open(context: TestContext, location: DataLocation): Promise<Database> {
    const database = await definition.open(location, { binding, migrates: false });
    context.after(() => database.close());
    return database;
  }

  databaseConformance(`The database "${name}"`, {
    skip,
    open: async (context) => await open(context, await emptyLocation(context)),
    ...(isShared
      ? {
          async openTwo(context) {
            const location = await emptyLocation(context);
            return [await open(context, location), await open(context, location)];
          },
        }
      : {}),
  });

  describe(`the definition of the database "${name}"`, { skip }, () => {
    test('tells an installation that is new', async (context) => {
      const location = await newLocation(context);
      assert.equal(await definition.findState(location), newState);
      await open(context, location);
      assert.equal(await definition.findState(location), isShared ? 'present' : newState);
    });

    test(`gives ${isShared ? 'other handles on the same data' : 'no second handle'}`, async (context) => {
      const location = await newLocation(context);
      const account = sampleAccount('alice@example.com');
      const database = await open(context, location);
      await database.accounts.add(account);
      if (!isShared) {
        assert.throws(() => definition.openToWrite(location, { binding }));
        return;
      }
      const writer = definition.openToWrite(location, { binding });
      await writer.transact(({ installationValues }) => installationValues.set('test', 'written'));
      const reader = await definition.openToRead(location, { binding });
      context.after(() => reader.close());
      assert.deepEqual(await reader.accounts.list(), [account]);
      assert.equal(await reader.installationValues.find('test'), 'written');
      await assert.rejects(reader.accounts.add(sampleAccount('bob@example.com')));
      assert.deepEqual(await definition.inspection.findFaults(location), []);
    });
  });
}

for (const definition of blobStores) {
  const { name, isShared } = definition;
  const isRemote = name === 's3';

  async function newBlobLocation(context: TestContext): Promise<BlobLocation> {
    return { ...(await newFolder(context)), ...(isRemote && (await newCephLocation())) };
  }

  // A remote store has a clock of its own: the test beside it runs the suite with that one.
  if (!isRemote) {
    blobStoreConformance(`The blob store "${name}"`, async (clock, context) =>
      definition.open(await newBlobLocation(context), clock),
    );
  }

  describe(`the definition of the blob store "${name}"`, { skip: isRemote && missingCeph }, () => {
    test('tells a store that was made', async (context) => {
      const location = await newBlobLocation(context);
      assert.equal(await definition.exists(location), false);
      await definition.open(location, createHandMovedClock());
      assert.equal(await definition.exists(location), isShared);
      await definition.checkAccess(location);
    });

    test(`gives ${isShared ? 'other handles on the same blobs' : 'no second handle'}`, async (context) => {
      const location = await newBlobLocation(context);
      const clock = createHandMovedClock();
      const store = await definition.open(location, clock);
      if (!isShared) {
        assert.throws(() => definition.openToWrite(location, clock));
        return;
      }
      const bytes = Buffer.from('shared');
      assert.deepEqual(await definition.openToWrite(location, clock).putMany([{ key, bytes }]), [
        undefined,
      ]);
      for (const handle of [store, await definition.openToRead(location, clock)]) {
        assert.deepEqual(await readAll(handle, key, 0, bytes.length), bytes);
      }
      await assert.rejects(put(store, key, bytes));
    });
  });
}

describe('the registry', () => {
  test('has no two stores of one name', () => {
    for (const definitions of [databases, blobStores]) {
      assert.equal(new Set(definitions.map(({ name }) => name)).size, definitions.length);
    }
  });

  test('has a writer thread, which takes no row of people without its MAC, for one server only', () => {
    const threaded = databases.filter(({ blocksOnCommit }) => blocksOnCommit);
    assert.deepEqual(
      threaded.map(({ name, servers }) => [name, servers]),
      [['sqlite', 'one']],
    );
  });

  test('knows the embedded stores, and no others than it lists', () => {
    const embedded = embeddedStores('/data');
    const { database, blobs, location } = getStores(embedded);
    assert.deepEqual([database.name, blobs.name, location.dataDir], ['sqlite', 'file', '/data']);
    assert.throws(() => getStores({ ...embedded, blobs: 'tape' }), /"tape".*file, s3, memory/);
  });
});
