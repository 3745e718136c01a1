import type { QueryText } from '../queries/sql-catalogue.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import type { PreparedQuery } from '../queries/prepared-query.ts';
import type { Session } from '../queries/session.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Mutex } from './write-lock.ts';

/**
 * A session that takes its `turn` for each query; without one, its user has the turn already. A
 * query runs at once where nobody else is at work: waiting in line costs more than most of them.
 */
export class SqliteSession implements Session {
  readonly #connection: SqliteConnection;
  readonly #mutex: Mutex | undefined;

  constructor(connection: SqliteConnection, mutex: Mutex | undefined) {
    this.#connection = connection;
    this.#mutex = mutex;
  }

  async all<Given extends object, Row>(
    { name }: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row[]> {
    const text = getText(name);
    const release = this.#mustWait ? await this.#mutex?.acquire() : undefined;
    try {
      return this.#connection.all(text.sql, bind(text, given)) as Row[];
    } finally {
      release?.();
    }
  }

  async first<Given extends object, Row>(
    { name }: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined> {
    const text = getText(name);
    const release = this.#mustWait ? await this.#mutex?.acquire() : undefined;
    try {
      return this.#connection.first(text.sql, bind(text, given)) as Row | undefined;
    } finally {
      release?.();
    }
  }

  async change<Given extends object>(
    { name }: PreparedQuery<Given, unknown>,
    given: Given,
  ): Promise<number> {
    const text = getText(name);
    const release = this.#mustWait ? await this.#mutex?.acquire() : undefined;
    try {
      return this.#connection.change(text.sql, bind(text, given));
    } finally {
      release?.();
    }
  }

  get #mustWait(): boolean {
    return this.#mutex !== undefined && !this.#mutex.isFree;
  }
}

function getText(name: string): QueryText {
  const text = sqliteCatalogue.queries[name];
  if (text === undefined) {
    throw new Error(`The query ${name} is not written down for SQLite: run npm run generate`);
  }
  return text;
}

/** SQLite knows no lists: they are bound as JSON. */
function bind({ values }: QueryText, given: object): unknown[] {
  const bound: unknown[] = [];
  for (const name of values) {
    const value = (given as Record<string, unknown>)[name];
    bound.push(Array.isArray(value) ? JSON.stringify(value) : value);
  }
  return bound;
}
