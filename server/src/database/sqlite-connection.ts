import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isDatabaseBusy, translateSqliteError } from './sqlite-error.ts';

interface Prepared {
  statement: StatementSync;
  columns: readonly string[];
  isRead: boolean;
}

export interface Outcome {
  rows: object[];
  changedRows: number;
}

const maxStatements = 256;

/** Immediate: a transaction that could not become a writer half-way would fail for no reason. */
export const begin = 'begin immediate';

/** Runs statements on one SQLite database. Whoever uses it sees to taking turns. */
export class SqliteConnection {
  /** How long a statement waits for other processes. */
  readonly busyTimeoutMs: number;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #dataVersion: StatementSync;
  #seenDataVersion: unknown;
  #version = 0;
  #wasAskedJustNow = false;
  #countAccessChanges: StatementSync | undefined;
  #seenAccessChanges: unknown;
  #accessVersion = 0;
  /** Which `version` the access version was last told for. */
  #accessToldFor = -1;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.busyTimeoutMs = Number(database.prepare('pragma busy_timeout').get()?.['timeout']);
    this.#dataVersion = database.prepare('pragma data_version');
    this.#dataVersion.setReturnArrays(true);
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
    try {
      // SQLite counts the commits of all other connections here, and those alone.
      const dataVersion = (this.#dataVersion.get() as unknown as unknown[])[0];
      if (dataVersion !== this.#seenDataVersion) {
        this.#seenDataVersion = dataVersion;
        this.#version += 1;
      }
      this.#wasAskedJustNow = true;
      void Promise.resolve().then(this.#askAnew);
      return this.#version;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  readonly #askAnew = (): void => {
    this.#wasAskedJustNow = false;
  };

  /**
   * The same, for accounts, their keys and CSRF tokens alone. Triggers count the changes of their
   * tables, whoever makes them; the count is read only where anything at all may have changed.
   */
  accessVersion(): number {
    const version = this.version();
    if (version === this.#accessToldFor) return this.#accessVersion;
    try {
      const changes = this.#accessChanges();
      // Without a count, nothing is known to be as it was.
      if (changes === undefined || changes !== this.#seenAccessChanges) this.#accessVersion += 1;
      // A transaction may be taken back: its count would then stand for other changes later.
      this.#seenAccessChanges = this.isInTransaction ? undefined : changes;
      this.#accessToldFor = version;
      return this.#accessVersion;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  #accessChanges(): unknown {
    if (this.#countAccessChanges === undefined) {
      this.#countAccessChanges = this.#database.prepare('select version from access_changes');
      this.#countAccessChanges.setReturnArrays(true);
    }
    const row = this.#countAccessChanges.get() as unknown as unknown[] | undefined;
    return row?.[0];
  }

  run(sql: string, values: readonly unknown[] = []): Outcome {
    try {
      const { statement, columns, isRead } = this.#prepare(sql);
      if (!isRead) this.#version += 1;
      if (columns.length === 0) {
        const { changes } = statement.run(...(values as SQLInputValue[]));
        return { rows: [], changedRows: Number(changes) };
      }
      const found = statement.all(...(values as SQLInputValue[])) as unknown as unknown[][];
      return { rows: found.map((row) => named(columns, row)), changedRows: 0 };
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** Begins a transaction, unless another process is in one: then it returns false at once. */
  tryBegin(): boolean {
    this.#database.exec('pragma busy_timeout = 0');
    try {
      this.run(begin);
      return true;
    } catch (error) {
      if (isDatabaseBusy(error)) return false;
      throw error;
    } finally {
      this.#database.exec(`pragma busy_timeout = ${this.busyTimeoutMs}`);
    }
  }

  /** May be called twice. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Parsing a statement costs more than running it, and few different ones exist. */
  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      const statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      const columns = statement.columns().map(({ name }) => name);
      const isRead = /^select\b/i.test(sql);
      prepared = { statement, columns, isRead };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

/** A row as an object. The driver's own are made for looking up keys, and slow to make and to read. */
function named(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
  return row;
}
