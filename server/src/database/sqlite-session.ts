import { Kysely } from 'kysely';
import type { PreparedQuery, QueryText } from './prepared-query.ts';
import { writeQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Turn } from './turn.ts';

const texts = new WeakMap<PreparedQuery<never, unknown>, QueryText>();

/** A session that takes its `turn` for each query; without one, its user has the turn already. */
export class SqliteSession implements Session {
  readonly db: Kysely<Schema>;
  readonly #connection: SqliteConnection;
  readonly #turn: Turn | undefined;

  constructor(connection: SqliteConnection, turn: Turn | undefined) {
    this.#connection = connection;
    this.#turn = turn;
    this.db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(connection, turn) });
  }

  async all<Given extends object, Row>(
    query: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row[]> {
    const { rows } = await this.#run(query, given);
    return rows as Row[];
  }

  async first<Given extends object, Row>(
    query: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined> {
    const { rows } = await this.#run(query, given);
    return rows[0] as Row | undefined;
  }

  async change<Given extends object>(
    query: PreparedQuery<Given, unknown>,
    given: Given,
  ): Promise<number> {
    const { changedRows } = await this.#run(query, given);
    return changedRows;
  }

  /** At once where nobody else is at work: waiting in line costs more than most queries. */
  async #run<Given extends object>(query: PreparedQuery<Given, unknown>, given: Given) {
    const { sql, bind } = this.#textOf(query);
    if (this.#turn === undefined || this.#turn.isFree)
      return this.#connection.run(sql, bind(given));
    const endTurn = await this.#turn.take();
    try {
      return this.#connection.run(sql, bind(given));
    } finally {
      endTurn();
    }
  }

  #textOf<Given extends object>(query: PreparedQuery<Given, unknown>): QueryText {
    let text = texts.get(query);
    if (text === undefined) {
      text = writeQuery(query, this.db);
      texts.set(query, text);
    }
    return text;
  }
}
