import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';

import type { Database, Repositories, SchemaChange } from '../../domain/model/database.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { Mutex, backoffMs, retry } from '../../platform/concurrency/concurrency.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import type { WaitingRecord } from '../queries/audit-repository.ts';
import { appendChained } from '../queries/audit-repository.ts';
import { addPlaced } from '../queries/feed-repository.ts';
import { createBoundRows } from '../queries/bound-rows.ts';
import { unboundPeople } from '../queries/unbound-people.ts';
import type { BindPage } from '../queries/unbound-rows.ts';
import { bindAll, unboundRows } from '../queries/unbound-rows.ts';
import type { PreparedQuery, QueryText, Session } from '../queries/prepared-query.ts';
import { createRepositories } from '../queries/repositories.ts';
import { releaseBallast } from './ballast.ts';
import { keepCopyBefore, migrate, requireSchema } from './migrate.ts';
import { openDatabase, openReadOnly } from './open-database.ts';
import { SqliteConnection, databaseBusy, translateSqliteError } from './sqlite-connection.ts';

/** How long a writer waits for another process, such as a command beside the server. */
const defaultBusyTimeoutMs = 5000;

/** Long enough for a short transaction of another process to end. */
const scrubRetry = { firstMs: 1, maxMs: 20, timeoutMs: 40 };
/** Written by a check, to see that it can be. */
const checkNote = 'database.checked';

interface OpenOptions {
  busyTimeoutMs?: number;
  /**
   * Whether an older schema is migrated; otherwise only an empty database gets one, and an older one throws
   * `schema_older`. Only a process that is alone on the data may do so.
   */
  migrates?: boolean;
  onUpgraded?: ((change: SchemaChange) => void) | undefined;
  binding: RowBinding;
}

/** Opens the database at `path`. */
export async function openSqliteDatabase(
  path: string,
  { busyTimeoutMs = defaultBusyTimeoutMs, migrates = false, onUpgraded, binding }: OpenOptions,
): Promise<Database> {
  const connection = connectToFile(path, busyTimeoutMs);
  try {
    const { schemaSteps } = sqliteCatalogue;
    const copy = migrates ? keepCopyBefore(connection, path, schemaSteps) : undefined;
    const steps = migrate(connection, schemaSteps, { onlyWhenEmpty: !migrates });
    if (steps.length > 0) onUpgraded?.({ steps, copy });
    return await Promise.resolve(databaseOn(connection, binding));
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that replaces a read-only handle, and releases the ballast when the disk is full. */
export function connectToFile(path: string, busyTimeoutMs: number): SqliteConnection {
  const reopen = (): DatabaseSync => openDatabase(path, busyTimeoutMs);
  const onFull = (): void => {
    releaseBallast(path);
  };
  return new SqliteConnection(reopen(), { reopen, onFull });
}

/** Opens an existing database of exactly this schema for reading. */
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

/** The port over a connection whose schema is up to date. */
export function databaseOn(connection: SqliteConnection, binding: RowBinding): Database {
  const mutex = new Mutex();
  const bound = createBoundRows(binding);
  const session = new SqliteSession(connection, undefined);
  /**
   * The records that the running transaction has to chain before it commits: there is one transaction at a
   * time.
   */
  let waiting: WaitingRecord[] = [];
  const inTransaction = createRepositories(session, bound, {
    append(record, hashOf) {
      waiting.push({ record, hashOf });
      return Promise.resolve();
    },
    // There is one transaction at a time: numbers are in the order of commits.
    add: (events) => addPlaced(session, events),
    hasPending: false,
  });

  async function transact<Result>(
    work: (repositories: Repositories) => Promise<Result>,
  ): Promise<Result> {
    const release = await beginWithRetry(connection, mutex);
    waiting = [];
    try {
      const result = await work(inTransaction);
      await appendChained(session, waiting);
      connection.change('commit');
      return result;
    } catch (error) {
      if (connection.isInTransaction) connection.change('rollback');
      throw error;
    } finally {
      release();
    }
  }

  const bindInTransaction = (bindPage: BindPage, after: string) =>
    transact(() => bindPage(session, bound, after));

  return {
    ...createRepositories(
      new SqliteSession(connection, mutex),
      bound,
      {
        append: (record, hashOf) => transact(({ audit }) => audit.append(record, hashOf)),
        add: (events) => transact(({ feed }) => feed.add(events)),
        hasPending: false,
      },
      false,
    ),
    transact,
    version: () => connection.version(),
    accessVersion: () => connection.accessVersion(),
    async scrub() {
      const attempt = () => mutex.run(() => connection.tryCheckpoint() || undefined);
      return (await retry(attempt, scrubRetry)) === true;
    },
    async sizeBytes() {
      const row = await mutex.run(() =>
        connection.first(
          'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
        ),
      );
      return (row as { bytes: number }).bytes;
    },
    bindRows: () => bindAll(unboundRows, bindInTransaction),
    bindPeople: () => bindAll(unboundPeople, bindInTransaction),
    async check() {
      connection.damage.refuse();
      await transact(({ installationValues }) => installationValues.set(checkNote, ''));
    },
    async close() {
      await mutex.run(() => {
        connection.close();
      });
    },
  };
}

/**
 * A session that acquires the mutex for each query; without one, its user holds the mutex already. A query
 * runs at once where the mutex is free: waiting costs more than most queries.
 */
export class SqliteSession implements Session {
  readonly #connection: SqliteConnection;
  readonly #mutex: Mutex | undefined;

  constructor(connection: SqliteConnection, mutex: Mutex | undefined) {
    this.#connection = connection;
    this.#mutex = mutex;
  }

  all<Given extends object, Row>(query: PreparedQuery<Given, Row>, given: Given): Promise<Row[]> {
    return this.#run(query, given, 'all') as Promise<Row[]>;
  }

  first<Given extends object, Row>(
    query: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined> {
    return this.#run(query, given, 'first') as Promise<Row | undefined>;
  }

  change<Given extends object>(
    query: PreparedQuery<Given, unknown>,
    given: Given,
  ): Promise<number> {
    return this.#run(query, given, 'change') as Promise<number>;
  }

  get sendsAhead(): boolean {
    return false;
  }

  async #run({ name }: { name: string }, given: object, use: 'all' | 'first' | 'change') {
    const text = getText(name);
    const release = this.#mutex?.isFree === false ? await this.#mutex.acquire() : undefined;
    try {
      return this.#connection[use](text.sql, bind(text, given));
    } finally {
      release?.();
    }
  }
}

function getText(name: string): QueryText {
  const text = sqliteCatalogue.queries[name];
  if (text === undefined) {
    throw new Error(`The query ${name} is not written down for SQLite: run npm run generate`);
  }
  return text;
}

/** SQLite has no lists: they are bound as JSON. */
function bind({ values }: QueryText, given: object): unknown[] {
  const bound: unknown[] = [];
  for (const name of values) {
    const value = (given as Record<string, unknown>)[name];
    bound.push(Array.isArray(value) ? JSON.stringify(value) : value);
  }
  return bound;
}

const beginBackoff = { firstMs: 1, maxMs: 2 };

/**
 * Acquires the mutex and begins a transaction; resolves with the function that releases the mutex. While
 * another process writes, the mutex is released between attempts: SQLite itself would block the thread.
 * Throws `unavailable` when that takes longer than a connection may wait.
 */
async function beginWithRetry(connection: SqliteConnection, mutex: Mutex): Promise<() => void> {
  const giveUpAt = performance.now() + connection.busyTimeoutMs;
  for (let failures = 1; ; failures += 1) {
    const release = await mutex.acquire();
    let hasBegun = false;
    try {
      hasBegun = connection.tryBegin();
    } finally {
      if (!hasBegun) release();
    }
    if (hasBegun) return release;
    if (performance.now() >= giveUpAt) throw databaseBusy();
    await sleep(backoffMs(failures, beginBackoff));
  }
}

/** A database that is opened when it is first used. When that fails, the next use tries again. */
export function openWithFirstUse(
  path: string,
  binding: RowBinding,
): Pick<Database, 'transact' | 'check'> {
  let opening: Promise<Database> | undefined;

  function open(): Promise<Database> {
    opening ??= openSqliteDatabase(path, { binding }).catch((error: unknown) => {
      opening = undefined;
      throw translateSqliteError(error);
    });
    return opening;
  }

  return {
    transact: async (work) => await (await open()).transact(work),
    check: async () => {
      await (await open()).check();
    },
  };
}
