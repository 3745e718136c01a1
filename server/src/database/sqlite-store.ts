import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Store } from '../domain/store.ts';
import { migrate } from './migrations/migrate.ts';
import type { ColumnTypes } from './migrations/migration.ts';
import { createRepositories } from './repositories.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** How long a writer waits for another process, such as a command beside the server. */
const busyTimeoutMs = 5000;

/**
 * What durability and integrity rest on. `full` syncs each commit (`normal` can lose the last ones
 * in a power cut); `secure_delete` overwrites destroyed keys with zeros.
 */
const pragmas = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  busy_timeout: busyTimeoutMs,
} as const;

const columnTypes: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  withSequence: (table) =>
    table.addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement()),
};

/** Opens the database at `path` (or `:memory:`), bringing its schema forward. */
export async function openSqliteStore(path: string): Promise<Store> {
  const database = new DatabaseSync(path);
  try {
    setPragmas(database, path === ':memory:' ? { ...pragmas, journal_mode: 'memory' } : pragmas);
    const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database) });
    await migrate(db as unknown as Kysely<unknown>, columnTypes);
    return storeOn(db);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sets each pragma and reads it back: SQLite ignores silently what it cannot do. */
function setPragmas(database: DatabaseSync, wanted: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(wanted)) {
    database.exec(`pragma ${name} = ${value}`);
    const row = database.prepare(`pragma ${name}`).get();
    const actual = row === undefined ? undefined : Object.values(row)[0];
    if (actual !== value) {
      throw new Error(`SQLite answered ${String(actual)} to pragma ${name} = ${value}`);
    }
  }
}

function storeOn(db: Kysely<Schema>): Store {
  return {
    ...createRepositories(db),
    transact: (work) =>
      db.transaction().execute((transaction) => work(createRepositories(transaction))),
    async scrub() {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    async check() {
      await sql`select 1 from notes limit 1`.execute(db);
    },
    async close() {
      await db.destroy();
    },
  };
}
