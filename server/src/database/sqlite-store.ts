import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Store } from '../domain/store.ts';
import { beginInTurn } from './begin-in-turn.ts';
import { migrate } from './migrations/migrate.ts';
import type { ColumnTypes } from './migrations/migration.ts';
import { createRepositories } from './repositories.ts';
import { SqliteConnection, rollback } from './sqlite-connection.ts';
import { databaseBusy } from './sqlite-error.ts';
import { setPragmas } from './sqlite-pragmas.ts';
import { SqliteSession } from './sqlite-session.ts';
import { Turn } from './turn.ts';

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
    const connection = new SqliteConnection(database);
    const turn = new Turn();
    const session = new SqliteSession(connection, turn);
    await migrate(session.db as unknown as Kysely<unknown>, sqliteColumnTypes);
    return storeOn(connection, turn, session);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOn(connection: SqliteConnection, turn: Turn, session: SqliteSession): Store {
  const inTransaction = createRepositories(new SqliteSession(connection, undefined));

  return {
    ...createRepositories(session),
    async transact(work) {
      const endTurn = await beginInTurn(connection, turn);
      try {
        const result = await work(inTransaction);
        connection.run('commit');
        return result;
      } catch (error) {
        if (connection.isInTransaction) connection.run(rollback);
        throw error;
      } finally {
        endTurn();
      }
    },
    version: () => connection.version(),
    accessVersion: () => connection.accessVersion(),
    async scrub() {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(
        session.db,
      );
      if (rows[0]?.busy !== 0) throw databaseBusy();
    },
    async check() {
      await sql`select 1 from notes limit 1`.execute(session.db);
    },
    async close() {
      const endTurn = await turn.take();
      connection.close();
      endTurn();
    },
  };
}
