import type { QueryText } from './engine-texts.ts';
import { sqliteTexts } from './generated/sqlite-texts.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Session } from './session.ts';
import type { Outcome, SqliteConnection } from './sqlite-connection.ts';
import type { Turn } from './turn.ts';

/** A session that takes its `turn` for each query; without one, its user has the turn already. */
export class SqliteSession implements Session {
  readonly #connection: SqliteConnection;
  readonly #turn: Turn | undefined;

  constructor(connection: SqliteConnection, turn: Turn | undefined) {
    this.#connection = connection;
    this.#turn = turn;
  }

  async all<Given extends object, Row>(
    { name }: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row[]> {
    const { rows } = await this.#run(name, given);
    return rows as Row[];
  }

  async first<Given extends object, Row>(
    { name }: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined> {
    const { rows } = await this.#run(name, given);
    return rows[0] as Row | undefined;
  }

  async change<Given extends object>(
    { name }: PreparedQuery<Given, unknown>,
    given: Given,
  ): Promise<number> {
    const { changedRows } = await this.#run(name, given);
    return changedRows;
  }

  async #run(name: string, given: object): Promise<Outcome> {
    const text = getText(name);
    return await this.say(text.sql, bind(text, given));
  }

  /** At once where nobody else is at work: waiting in line costs more than most queries. */
  async say(sql: string, values: readonly unknown[] = []): Promise<Outcome> {
    if (this.#turn === undefined || this.#turn.isFree) return this.#connection.run(sql, values);
    const endTurn = await this.#turn.take();
    try {
      return this.#connection.run(sql, values);
    } finally {
      endTurn();
    }
  }
}

function getText(name: string): QueryText {
  const text = sqliteTexts.queries[name];
  if (text === undefined) {
    throw new Error(`The query ${name} is not written down for SQLite: run npm run docs`);
  }
  return text;
}

/** SQLite knows no lists: they are bound as JSON. */
function bind({ values }: QueryText, given: object): unknown[] {
  return values.map((name) => {
    const value = (given as Record<string, unknown>)[name];
    return Array.isArray(value) ? JSON.stringify(value) : value;
  });
}
