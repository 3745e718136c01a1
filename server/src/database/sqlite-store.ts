import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repositories, Store } from '../domain/store.ts';
import { beginInTurn } from './begin-in-turn.ts';
import { sqliteTexts } from './generated/sqlite-texts.ts';
import { migrate, requireSchema } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openReadOnly } from './open-read-only.ts';
import { createRepositories } from './repositories.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteSession } from './sqlite-session.ts';
import { Turn } from './turn.ts';

/** How long a writer waits for another process, such as a command beside the server. */
const defaultBusyTimeoutMs = 5000;

/** Between the tries of a scrub: long enough for a short transaction of another process to end. */
const scrubPausesMs = [1, 2, 5, 10, 20];
/** Written by a check, to see that it can be. */
const checkNote = 'database.checked';

/** Opens the database at `path` (or `:memory:`), bringing its schema forward. */
export async function openSqliteStore(
  path: string,
  { busyTimeoutMs = defaultBusyTimeoutMs }: { busyTimeoutMs?: number } = {},
): Promise<Store> {
  const open = (): DatabaseSync => openDatabase(path, busyTimeoutMs);
  const connection = new SqliteConnection(open(), path === ':memory:' ? undefined : open);
  try {
    migrate(connection, sqliteTexts.schemaSteps);
    return await Promise.resolve(storeOn(connection));
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a database that must be there, of this very schema, to read it: nothing can be changed. */
export async function openSqliteStoreToRead(path: string): Promise<Store> {
  const database = openReadOnly(path);
  try {
    const connection = new SqliteConnection(database);
    requireSchema(connection, sqliteTexts.schemaSteps);
    return await Promise.resolve(storeOn(connection));
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOn(connection: SqliteConnection): Store {
  const turn = new Turn();
  const inTransaction = createRepositories(new SqliteSession(connection, undefined));

  async function inTurn<Result>(work: () => Result): Promise<Result> {
    const endTurn = await turn.take();
    try {
      return work();
    } finally {
      endTurn();
    }
  }

  async function transact<Result>(
    work: (repositories: Repositories) => Promise<Result>,
  ): Promise<Result> {
    const endTurn = await beginInTurn(connection, turn);
    try {
      const result = await work(inTransaction);
      connection.change('commit');
      return result;
    } catch (error) {
      if (connection.isInTransaction) connection.change('rollback');
      throw error;
    } finally {
      endTurn();
    }
  }

  return {
    ...createRepositories(new SqliteSession(connection, turn)),
    transact,
    version: () => connection.version(),
    accessVersion: () => connection.accessVersion(),
    async scrub() {
      for (const pauseMs of scrubPausesMs) {
        if (await inTurn(() => connection.tryCheckpoint())) return true;
        await sleep(pauseMs);
      }
      return await inTurn(() => connection.tryCheckpoint());
    },
    check: () => transact(({ notes }) => notes.set(checkNote, '')),
    async close() {
      await inTurn(() => {
        connection.close();
      });
    },
  };
}
