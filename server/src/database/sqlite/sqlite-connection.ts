import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

import { ValiseError } from '../../domain/model/valise-error.ts';

interface Prepared {
  statement: StatementSync;
  columns: readonly string[];
  isRead: boolean;
}

const maxStatements = 256;

/** Immediate: a transaction that could not become a writer half-way would fail for no reason. */
export const begin = 'begin immediate';

const readAccessChanges = 'select version from access_changes';

/** What helps where the database alone is at its end. */
interface Rescue {
  /** Opens the same database again, for when a handle turns out to be read-only. */
  reopen?: () => DatabaseSync;
  /** Called whenever the disk is full. */
  onFull?: () => void;
}

/** Runs statements on one SQLite database. Whoever uses it sees to taking turns. */
export class SqliteConnection {
  /** How long a statement waits for other processes. */
  readonly busyTimeoutMs: number;
  readonly #reopen: (() => DatabaseSync) | undefined;
  readonly #onFull: () => void;
  readonly #statements = new Map<string, Prepared>();
  #database: DatabaseSync;
  #dataVersion: StatementSync;
  /** Whether SQLite has refused to write through this handle, as it then does for ever. */
  #isReadOnly = false;
  #seenDataVersion: unknown;
  #version = 0;
  #wasAskedJustNow = false;
  #seenAccessChanges: unknown;
  #accessVersion = 0;
  /** Which `version` the access version was last told for. */
  #accessToldFor = -1;

  constructor(database: DatabaseSync, { reopen, onFull = () => undefined }: Rescue = {}) {
    this.#database = database;
    this.#reopen = reopen;
    this.#onFull = onFull;
    this.busyTimeoutMs = Number(database.prepare('pragma busy_timeout').get()?.['timeout']);
    this.#dataVersion = prepareDataVersion(database);
    // To begin a transaction must not wait, and setting it around each begin costs more than to begin.
    this.#setBusyTimeout(0);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /**
   * As long as it stays the same, nobody has changed anything: not here, and in no other process.
   * The others are asked about once in each run of code that waits for nothing: whatever it acts on
   * had come in before it began, so it need not know of what is committed meanwhile.
   */
  version(): number {
    if (this.#wasAskedJustNow) return this.#version;
    const dataVersion = this.#readDataVersion();
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

  /** SQLite counts the commits of all other connections here, and those alone. */
  #readDataVersion(): unknown {
    try {
      return (this.#dataVersion.get() as unknown as unknown[])[0];
    } catch (error) {
      return this.#again(error, () => (this.#dataVersion.get() as unknown as unknown[])[0]);
    }
  }

  /**
   * The same, for accounts, their keys and CSRF tokens alone. Triggers count the changes of their
   * tables, whoever makes them; the count is read only where anything at all may have changed.
   */
  accessVersion(): number {
    const version = this.version();
    if (version === this.#accessToldFor) return this.#accessVersion;
    const row = this.first(readAccessChanges) as { version: number } | undefined;
    // Without a count, nothing is known to be as it was.
    const isAsItWas = row !== undefined && row.version === this.#seenAccessChanges;
    if (!isAsItWas) this.#accessVersion += 1;
    // A transaction may be taken back: its count would then stand for other changes later.
    this.#seenAccessChanges = this.isInTransaction ? undefined : row?.version;
    this.#accessToldFor = version;
    return this.#accessVersion;
  }

  /** Every row of a query. */
  all(sql: string, values: readonly unknown[] = []): object[] {
    try {
      return this.#all(sql, values);
    } catch (error) {
      return this.#again(error, () => this.#all(sql, values));
    }
  }

  /** The first row of a query, or undefined where there is none. */
  first(sql: string, values: readonly unknown[] = []): object | undefined {
    try {
      return this.#first(sql, values);
    } catch (error) {
      return this.#again(error, () => this.#first(sql, values));
    }
  }

  /** Runs what returns no rows; returns how many it changed. */
  change(sql: string, values: readonly unknown[] = []): number {
    try {
      this.#renewIfReadOnly();
      return this.#change(sql, values);
    } catch (error) {
      return this.#again(error, () => this.#change(sql, values));
    }
  }

  /** Begins a transaction, unless another process is in one: then it returns false at once. */
  tryBegin(): boolean {
    try {
      this.#renewIfReadOnly();
      this.#change(begin, []);
      return true;
    } catch (error) {
      const reason = this.#explain(error);
      if (isDatabaseBusy(reason)) return false;
      throw reason;
    }
  }

  /**
   * Moves the journal into the database and empties it. Returns false at once while another process
   * reads or writes: to wait for a reader would keep every writer waiting, too.
   */
  tryCheckpoint(): boolean {
    try {
      const row = this.#first('pragma wal_checkpoint(truncate)', []);
      return (row as { busy: number } | undefined)?.busy === 0;
    } catch (error) {
      const reason = this.#explain(error);
      if (isDatabaseBusy(reason)) return false;
      throw reason;
    }
  }

  /** Does something that waits for other processes where it meets them. */
  patiently<Result>(work: () => Result): Result {
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

  /** Does what failed because of another process once more, now with patience. */
  #again<Result>(error: unknown, work: () => Result): Result {
    const reason = this.#explain(error);
    if (!isDatabaseBusy(reason)) throw reason;
    return this.patiently(work);
  }

  #explain(error: unknown): Error {
    if (isReadOnlyFault(error)) this.#isReadOnly = true;
    if (isFullFault(error)) this.#onFull();
    return translateSqliteError(error);
  }

  /**
   * SQLite opens a file read-only, without a word, when it cannot have more, and stays with that
   * when the reason is long gone. A new handle takes the place of such a one.
   */
  #renewIfReadOnly(): void {
    if (!this.#isReadOnly || this.#reopen === undefined || this.isInTransaction) return;
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

  #all(sql: string, values: readonly unknown[]): object[] {
    const { statement, columns } = this.#ready(sql);
    const rows = statement.all(...(values as SQLInputValue[])) as unknown as unknown[][];
    return rows.map((row) => named(columns, row));
  }

  #first(sql: string, values: readonly unknown[]): object | undefined {
    const { statement, columns } = this.#ready(sql);
    const row = statement.get(...(values as SQLInputValue[])) as unknown as unknown[] | undefined;
    return row && named(columns, row);
  }

  #change(sql: string, values: readonly unknown[]): number {
    const { changes } = this.#ready(sql).statement.run(...(values as SQLInputValue[]));
    return Number(changes);
  }

  /** The statement, about to be run. */
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

/** A row as an object. The driver's own are made for looking up keys, and slow to make and to read. */
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
const full = 13;
const cannotOpen = 14;

/** Another process is in the way. */
class DatabaseBusy extends ValiseError {}

/** What the machine did to us becomes a `ValiseError`; what we did wrong stays what it is. */
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

/** Whether SQLite takes its database for one that it may only read. */
function isReadOnlyFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === readOnly;
}

function isFullFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === full;
}

/** Whether another process keeps a lock that was asked for. */
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
