import type { TestContext } from 'node:test';

import { openInMemory } from '../database/memory/memory-database.ts';
import { postgresDatabase } from '../database/postgres/definition.ts';
import type { Database } from '../domain/model/database.ts';
import type { StoreSettings } from '../stores/store-settings.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import type { PostgresDatabase, PostgresDatabases } from './postgres-server.ts';
import { testRowBinding } from './row-binding-fixture.ts';
import { chosenDatabase, findSharedPostgres } from './test-environment.ts';

const kind = chosenDatabase();
let server: Promise<PostgresDatabases> | undefined;

function useServer(): Promise<PostgresDatabases> {
  server ??= findServer();
  return server;
}

/** Loads the driver only where tests run on PostgreSQL. */
async function findServer(): Promise<PostgresDatabases> {
  const { databasesOf, startPostgresServer } = await import('./postgres-server.ts');
  const shared = findSharedPostgres();
  return shared === undefined ? await startPostgresServer() : databasesOf(shared);
}

/** A new database on a server, an empty one or a copy; undefined where tests run on SQLite. */
export async function createTestDatabase(
  copied?: PostgresDatabase,
): Promise<PostgresDatabase | undefined> {
  return kind === 'postgres' ? await (await useServer()).createDatabase(copied) : undefined;
}

/** The stores of an installation in this data folder. On SQLite its database is in memory. */
export async function testStores(
  dataDir: string,
  database?: PostgresDatabase,
): Promise<StoreSettings> {
  const embedded = embeddedStores(dataDir);
  database ??= await createTestDatabase();
  return database === undefined
    ? { ...embedded, database: 'memory' }
    : { ...embedded, database: 'postgres', location: { dataDir, ...database } };
}

/** Databases with a schema that no test uses at the moment. */
const unused: PostgresDatabase[] = [];

/** An open database without rows, until the end of the test. On SQLite it is in memory. */
export async function openTestDatabase(context: TestContext): Promise<Database> {
  if (kind === 'sqlite') {
    const database = openInMemory(testRowBinding);
    context.after(() => database.close());
    return database;
  }
  const databases = await useServer();
  const used = unused.pop();
  if (used !== undefined) await databases.emptyDatabase(used);
  const place = used ?? (await databases.createDatabase());
  const options = { binding: testRowBinding, migrates: false };
  const database = await postgresDatabase.open({ dataDir: '', ...place }, options);
  context.after(async () => {
    await database.close();
    unused.push(place);
  });
  return database;
}
