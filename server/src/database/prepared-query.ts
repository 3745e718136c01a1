import type { Compilable, Insertable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A query of one shape. Building its text costs many times what running it does, so that is done
 * once; what it is given changes from call to call.
 */
export interface PreparedQuery<Given, Row> {
  readonly build: (db: Kysely<Schema>, given: Given) => Compilable<Row>;
}

/**
 * Declares a query of one shape. `build` is called once with stand-ins for the values, so it may
 * hand them on to the query and must not look at them.
 */
export function prepare<Given extends object, Row>(
  build: (db: Kysely<Schema>, given: Given) => Compilable<Row>,
): PreparedQuery<Given, Row> {
  return { build };
}

/** Declares the query that adds one row with these columns. */
export function prepareInsert<
  Table extends keyof Schema,
  Column extends keyof Insertable<Schema[Table]> & string,
>(
  table: Table,
  columns: readonly Column[],
): PreparedQuery<Pick<Insertable<Schema[Table]>, Column>, unknown> {
  return prepare((db, given) => {
    const row = Object.fromEntries(columns.map((column) => [column, given[column]]));
    return db.insertInto(table).values(row as Insertable<Schema[Table]>);
  });
}

/** The text of a query, and which values belong where. */
export interface QueryText {
  sql: string;
  /** Values for the places in `sql`, in order. */
  bind: (given: object) => unknown[];
}

class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) });

/** Writes the query down in the language of the engine behind `db`. */
export function writeQuery<Given extends object, Row>(
  { build }: PreparedQuery<Given, Row>,
  db: Kysely<Schema>,
): QueryText {
  const { sql, parameters } = build(db, standIns as Given).compile();
  return {
    sql,
    bind: (given) =>
      parameters.map((value) =>
        value instanceof StandIn ? (given as Record<string, unknown>)[value.name] : value,
      ),
  };
}
