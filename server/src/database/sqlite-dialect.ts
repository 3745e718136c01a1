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
import { begin } from './sqlite-connection.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Turn } from './turn.ts';

/** Kysely on the SQLite that Node brings along. Without a `turn`, whoever uses it has the turn already. */
export class NodeSqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;
  readonly #turn: Turn | undefined;

  constructor(connection: SqliteConnection, turn: Turn | undefined) {
    this.#connection = connection;
    this.#turn = turn;
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#connection, this.#turn);
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
  readonly #connection: SqliteConnection;
  readonly #lent: LentConnection;
  readonly #turn: Turn | undefined;
  #endTurn: () => void = () => undefined;

  constructor(connection: SqliteConnection, turn: Turn | undefined) {
    this.#connection = connection;
    this.#lent = new LentConnection(connection);
    this.#turn = turn;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#turn !== undefined) this.#endTurn = await this.#turn.take();
    return this.#lent;
  }

  releaseConnection(): Promise<void> {
    this.#endTurn();
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return this.#run(begin);
  }

  commitTransaction(): Promise<void> {
    return this.#run('commit');
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.isInTransaction ? this.#run('rollback') : Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }

  async #run(statement: string): Promise<void> {
    await Promise.resolve();
    this.#connection.run(statement);
  }
}

class LentConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await Promise.resolve();
    const { rows, changedRows } = this.#connection.run(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(changedRows) };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole: a stream would keep the one connection lent.');
  }
}
