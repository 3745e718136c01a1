import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Store } from '../domain/store.ts';
import { migrate } from './migrations/migrate.ts';
import type { ColumnTypes } from './migrations/migration.ts';
import { createRepositories } from './repositories.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { databaseBusy } from './sqlite-error.ts';
import { setPragmas } from './sqlite-pragmas.ts';

/** How long a writer waits for another process, such as a command beside the server. */
const defaultBusyTimeoutMs = 5000;

export const sqliteColumnTypes: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  withSequence: (table) =>
    table.addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement()),
};

/** Opens the database at `path` (or `:memory:`), bringing its schema forward. */
export async function openSqliteStore(
  path: string,
  { busyTimeoutMs = defaultBusyTimeoutMs }: { busyTimeoutMs?: number } = {},
): Promise<Store> {
  const database = new DatabaseSync(path);
  try {
    setPragmas(database, { inMemory: path === ':memory:', busyTimeoutMs });
    const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database) });
    await migrate(db as unknown as Kysely<unknown>, sqliteColumnTypes);
    return storeOn(db);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOn(db: Kysely<Schema>): Store {
  return {
    ...createRepositories(db),
    transact: (work) =>
      db.transaction().execute((transaction) => work(createRepositories(transaction))),
    async scrub() {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
      if (rows[0]?.busy !== 0) throw databaseBusy();
    },
    async check() {
      await sql`select 1 from notes limit 1`.execute(db);
    },
    async close() {
      await db.destroy();
    },
  };
}
