import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

import { ValiseError } from '../../domain/model/valise-error.ts';
import { MetDamage } from '../met-damage.ts';

interface Prepared {
  statement: StatementSync;
  columns: readonly string[];
  isRead: boolean;
}

const maxStatements = 256;

/** Immediate: a transaction that becomes a writer only half-way could fail. */
export const begin = 'begin immediate';

/** Answers with whether others were in the way, first of all. */
const checkpoint = 'pragma wal_checkpoint(truncate)';

const readAccessChanges = 'select version from access_changes';

/** Recovery that needs more than the database handle. */
interface Rescue {
  /** Opens the same database again, for when a handle turns out to be read-only. */
  reopen?: () => DatabaseSync;
  /** Called whenever the disk is full. */
  onFull?: () => void;
}

/** Runs statements on one SQLite database. The caller serialises access. */
export class SqliteConnection {
  /** How long a statement waits for other processes. */
  readonly busyTimeoutMs: number;
  readonly damage = new MetDamage();
  readonly #reopen: (() => DatabaseSync) | undefined;
  readonly #onFull: () => void;
  readonly #statements = new Map<string, Prepared>();
  #database: DatabaseSync;
  #dataVersion: StatementSync;
  /** Whether SQLite has refused to write through this handle, which is permanent. */
  #isReadOnly = false;
  #seenDataVersion: unknown;
  #version = 0;
  #wasAskedJustNow = false;
  #seenAccessChanges: unknown;
  #accessVersion = 0;
  /** The `version` at which the access version was last read. */
  #accessToldFor = -1;

  constructor(database: DatabaseSync, { reopen, onFull = () => undefined }: Rescue = {}) {
    this.#database = database;
    this.#reopen = reopen;
    this.#onFull = onFull;
    this.busyTimeoutMs = Number(database.prepare('pragma busy_timeout').get()?.['timeout']);
    this.#dataVersion = prepareDataVersion(database);
    // Beginning a transaction must not wait, and setting the timeout around each begin costs more than the
    // begin.
    this.#setBusyTimeout(0);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /**
   * Unchanged as long as no process has changed anything. Other processes are checked once in each
   * synchronous run of code: the input of the run arrived before it began, so it need not see later
   * commits.
   */
  version(): number {
    if (this.#wasAskedJustNow) return this.#version;
    // SQLite counts here the commits of all other connections, and only those.
    const dataVersion = this.#attempt(() => (this.#dataVersion.get() as unknown as unknown[])[0]);
    if (dataVersion !== this.#seenDataVersion) {
      this.#seenDataVersion = dataVersion;
      this.#version += 1;
    }
    this.#wasAskedJustNow = true;
    void Promise.resolve().then(this.#askAnew);
    return this.#version;
  }

  readonly #askAnew = (): void => {
    this.#wasAskedJustNow = false;
  };

  /**
   * The same, for accounts, their keys and CSRF tokens only. Triggers count the changes of their tables,
   * whichever process makes them; the count is read only where anything may have changed.
   */
  accessVersion(): number {
    const version = this.version();
    if (version === this.#accessToldFor) return this.#accessVersion;
    const row = this.first(readAccessChanges) as { version: number } | undefined;
    // Without a count, nothing is known to be unchanged.
    const isAsItWas = row !== undefined && row.version === this.#seenAccessChanges;
    if (!isAsItWas) this.#accessVersion += 1;
    // A transaction may be rolled back: its count would then stand for other changes later.
    this.#seenAccessChanges = this.isInTransaction ? undefined : row?.version;
    this.#accessToldFor = version;
    return this.#accessVersion;
  }

  /** Every row of a query. */
  all(sql: string, values: readonly unknown[] = []): object[] {
    return this.#attempt(() => {
      const { statement, columns } = this.#ready(sql);
      const rows = statement.all(...(values as SQLInputValue[])) as unknown as unknown[][];
      return rows.map((row) => named(columns, row));
    });
  }

  /** The first row of a query, or undefined where there is none. */
  first(sql: string, values: readonly unknown[] = []): object | undefined {
    return this.#attempt(() => {
      const { statement, columns } = this.#ready(sql);
      const row = statement.get(...(values as SQLInputValue[])) as unknown as unknown[] | undefined;
      return row && named(columns, row);
    });
  }

  /** Runs a statement that returns no rows; returns how many it changed. */
  change(sql: string, values: readonly unknown[] = []): number {
    return this.#attempt(() => {
      if (this.#isReadOnly) this.#renew();
      const { changes } = this.#ready(sql).statement.run(...(values as SQLInputValue[]));
      return Number(changes);
    });
  }

  /** Begins a transaction, or returns false at once while another process is in one. */
  tryBegin(): boolean {
    return this.#attempt(() => {
      if (this.#isReadOnly) this.#renew();
      this.#ready(begin).statement.run();
      return true;
    }, false);
  }

  /**
   * Checkpoints the journal into the database and truncates it. Returns false at once while another process
   * reads or writes: waiting for a reader would block every writer, too.
   */
  tryCheckpoint(): boolean {
    return this.#attempt(() => {
      const [busy] = this.#ready(checkpoint).statement.get() as unknown as [number];
      return busy === 0;
    }, false);
  }

  /** Runs `work`, waiting for other processes where they hold a lock. */
  withBusyTimeout<Result>(work: () => Result): Result {
    this.#setBusyTimeout(this.busyTimeoutMs);
    try {
      return work();
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#setBusyTimeout(0);
    }
  }

  /** May be called twice. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** What failed because of another process runs again, now with the busy timeout, or is `whenBusy`. */
  #attempt<Result>(work: () => Result, whenBusy?: Result): Result {
    try {
      return work();
    } catch (error) {
      const reason = this.#explain(error);
      if (!isDatabaseBusy(reason)) throw reason;
      return whenBusy ?? this.withBusyTimeout(work);
    }
  }

  #explain(error: unknown): Error {
    if (isReadOnlyFault(error)) this.#isReadOnly = true;
    if (isFullFault(error)) this.#onFull();
    if (isDamage(error)) this.damage.note(error);
    return translateSqliteError(error);
  }

  /**
   * SQLite silently opens a file read-only when it cannot have more, and keeps that when the reason is
   * gone. Such a handle is replaced by a new one.
   */
  #renew(): void {
    if (this.#reopen === undefined || this.isInTransaction) return;
    const database = this.#reopen();
    this.#statements.clear();
    this.#database.close();
    this.#database = database;
    this.#dataVersion = prepareDataVersion(database);
    this.#seenDataVersion = undefined;
    this.#version += 1;
    this.#isReadOnly = false;
    this.#setBusyTimeout(0);
  }

  #setBusyTimeout(ms: number): void {
    this.#database.exec(`pragma busy_timeout = ${ms}`);
  }

  /** The statement, ready to run. */
  #ready(sql: string): Prepared {
    const prepared = this.#statements.get(sql) ?? this.#prepare(sql);
    if (!prepared.isRead) this.#version += 1;
    return prepared;
  }

  /** Parsing a statement costs more than running it, and few different ones exist. */
  #prepare(sql: string): Prepared {
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const prepared = { statement, columns, isRead: /^select\b/i.test(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function prepareDataVersion(database: DatabaseSync): StatementSync {
  const statement = database.prepare('pragma data_version');
  statement.setReturnArrays(true);
  return statement;
}

/** A row as an object. The driver's own objects are slow to create and to read. */
function named(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
  return row;
}

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const noDatabase = 26;

/** Another process holds a lock. */
class DatabaseBusy extends ValiseError {}

/** A fault of the machine becomes a `ValiseError`; a bug is thrown as it is. */
export function translateSqliteError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('SQLite failed', { cause: error });
  const code = sqliteCode(error);
  if (code === busy || code === locked) {
    return databaseBusy(error);
  }
  if (code === full) {
    return new ValiseError('insufficient_storage', 'The disk is full.', { cause: error });
  }
  if (code === ioError || code === readOnly || code === cannotOpen) {
    return new ValiseError('unavailable', 'The database cannot be read or written.', {
      retryAfterSeconds: 30,
      cause: error,
    });
  }
  return error;
}

function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy;
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = sqliteCode(error);
  return code === corrupt || code === noDatabase;
}

/** Whether SQLite treats its database as read-only. */
function isReadOnlyFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === readOnly;
}

function isFullFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === full;
}

/** Whether another process keeps a requested lock. */
export function isBusyFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === busy;
}

export function databaseBusy(cause?: unknown): ValiseError {
  return new DatabaseBusy('unavailable', 'The database is busy. Try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  });
}

function sqliteCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}
