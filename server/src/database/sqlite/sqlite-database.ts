import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainRecord } from '../../domain/model/audit.ts';
import type { RowBinding } from '../../domain/model/row-binding.ts';
import type { Repositories, Database } from '../../domain/model/database.ts';
import { releaseBallast } from './ballast.ts';
import { beginWithRetry, Mutex } from './write-lock.ts';
import { keepCopyBefore } from './copy-before-migration.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate, requireSchema } from './migrate.ts';
import { openDatabase, openReadOnly } from './open-database.ts';
import { appendChained } from '../queries/audit-repository.ts';
import { createRepositories } from '../queries/repositories.ts';
import { createBoundRows } from '../queries/bound-rows.ts';
import { unboundRows } from '../queries/unbound-rows.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteSession } from './sqlite-session.ts';

/** How long a writer waits for another process, such as a command beside the server. */
const defaultBusyTimeoutMs = 5000;

/** Between the tries of a scrub: long enough for a short transaction of another process to end. */
const scrubPausesMs = [1, 2, 5, 10, 20];
/** Written by a check, to see that it can be. */
const checkNote = 'database.checked';

interface OpenStream {
  busyTimeoutMs?: number;
  /**
   * Whether an older schema is brought forward; otherwise only an empty database gets one, and an
   * older one throws `schema_older`. Only who is alone on the data may say so.
   */
  migrates?: boolean;
  binding: RowBinding;
}

/** Opens the database at `path` (or `:memory:`). */
export async function openSqliteDatabase(
  path: string,
  { busyTimeoutMs = defaultBusyTimeoutMs, migrates = false, binding }: OpenStream,
): Promise<Database> {
  const connection =
    path === ':memory:'
      ? new SqliteConnection(openDatabase(path, busyTimeoutMs))
      : connectToFile(path, busyTimeoutMs);
  try {
    const { schemaSteps } = sqliteCatalogue;
    if (migrates) keepCopyBefore(connection, path, schemaSteps);
    migrate(connection, schemaSteps, { onlyWhenEmpty: !migrates });
    return await Promise.resolve(databaseOn(connection, binding));
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that gets over a read-only handle, and gives up the ballast when the disk is full. */
export function connectToFile(path: string, busyTimeoutMs: number): SqliteConnection {
  const reopen = (): DatabaseSync => openDatabase(path, busyTimeoutMs);
  const onFull = (): void => {
    releaseBallast(path);
  };
  return new SqliteConnection(reopen(), { reopen, onFull });
}

/** Opens a database that must be there, of this very schema, to read it: nothing can be changed. */
export async function openSqliteDatabaseToRead(
  path: string,
  binding: RowBinding,
): Promise<Database> {
  const database = openReadOnly(path);
  try {
    const connection = new SqliteConnection(database);
    requireSchema(connection, sqliteCatalogue.schemaSteps);
    return await Promise.resolve(databaseOn(connection, binding));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The port over a connection whose schema is in place. */
export function databaseOn(connection: SqliteConnection, binding: RowBinding): Database {
  const mutex = new Mutex();
  const bound = createBoundRows(binding);
  const session = new SqliteSession(connection, undefined);
  /** What the transaction under way has to chain before it commits: there is one at a time. */
  let chains: ChainRecord[] = [];
  const inTransaction = createRepositories(session, bound, (chain) => {
    chains.push(chain);
    return Promise.resolve();
  });

  async function inTurn<Result>(work: () => Result): Promise<Result> {
    const release = await mutex.acquire();
    try {
      return work();
    } finally {
      release();
    }
  }

  async function transact<Result>(
    work: (repositories: Repositories) => Promise<Result>,
  ): Promise<Result> {
    const release = await beginWithRetry(connection, mutex);
    chains = [];
    try {
      const result = await work(inTransaction);
      await appendChained(session, chains);
      connection.change('commit');
      return result;
    } catch (error) {
      if (connection.isInTransaction) connection.change('rollback');
      throw error;
    } finally {
      release();
    }
  }

  return {
    ...createRepositories(new SqliteSession(connection, mutex), bound, (chain) =>
      transact(({ audit }) => audit.append(chain)),
    ),
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
    async bindRows() {
      for (const bindPage of unboundRows) {
        let after: string | undefined = '';
        while (after !== undefined) {
          const from: string = after;
          after = await transact(() => bindPage(session, bound, from));
        }
      }
    },
    check: () => transact(({ installationValues }) => installationValues.set(checkNote, '')),
    async close() {
      await inTurn(() => {
        connection.close();
      });
    },
  };
}
