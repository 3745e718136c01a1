import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
} from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { translateSqliteError } from './sqlite-error.ts';

/** Kysely on the SQLite that Node brings along. */
export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#database);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** One connection, lent to one user at a time: SQLite knows no more than one writer anyway. */
class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;
  #lent: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lent;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#lent = promise;
    await before;
    this.#giveBack = () => {
      resolve(undefined);
    };
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    this.#giveBack();
    return Promise.resolve();
  }

  /** Immediate: a transaction that could not become a writer half-way would fail for no reason. */
  beginTransaction(): Promise<void> {
    return this.#run('begin immediate');
  }

  commitTransaction(): Promise<void> {
    return this.#run('commit');
  }

  rollbackTransaction(): Promise<void> {
    return this.#database.isTransaction ? this.#run('rollback') : Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  async #run(statement: string): Promise<void> {
    await Promise.resolve();
    try {
      this.#database.exec(statement);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }
}

const maxStatements = 256;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const statement = this.#prepare(sql);
      const values = parameters as SQLInputValue[];
      if (statement.columns().length > 0) {
        return Promise.resolve({ rows: statement.all(...values) as Row[] });
      }
      const { changes } = statement.run(...values);
      return Promise.resolve({ rows: [], numAffectedRows: BigInt(changes) });
    } catch (error) {
      return Promise.reject(translateSqliteError(error));
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole: a stream would keep the one connection lent.');
  }

  /** Parsing a statement costs more than running it, and few different ones exist. */
  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
