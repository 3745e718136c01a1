import type { Compilable, Insertable, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** What queries need beyond the SQL that all engines share. */
export interface SqlDialect {
  /** The elements of a list parameter, for `in`. */
  elementsOf(list: readonly string[]): RawBuilder<string>;
  numbersOf(list: readonly number[]): RawBuilder<number>;
  /**
   * Whether a text is like a pattern, in which `!` escapes. Letters of ASCII match in either case if those
   * of the pattern are small; others match as they are.
   */
  isLike(column: string, pattern: string): RawBuilder<boolean>;
  /** Locks the rows that are found until the transaction ends. */
  locked<Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>;
  /** The same, without the rows that another transaction has locked. */
  lockedUnlessTaken<Table extends keyof Schema, Row>(
    query: SelectQueryBuilder<Schema, Table, Row>,
  ): SelectQueryBuilder<Schema, Table, Row>;
}

/**
 * A query of one shape. Its parameters change from call to call; its text never does, and is generated
 * ahead for each engine, in `generated/`: a server does not load the query builder.
 */
export interface PreparedQuery<Given, Row> {
  /** The name of its text. */
  readonly name: string;
  /** The one engine that has it; left out where all have. */
  readonly only?: string;
  readonly build: (db: Kysely<Schema>, given: Given, words: SqlDialect) => Compilable<Row>;
}

const prepared = new Map<string, PreparedQuery<never, unknown>>();

/**
 * Declares a query of one shape. `build` is called with placeholders for the values: it may pass them to
 * the query and must not read them. After a change, `npm run generate` writes the text.
 */
export function prepare<Given extends object, Row>(
  name: string,
  build: PreparedQuery<Given, Row>['build'],
  options: Pick<PreparedQuery<Given, Row>, 'only'> = {},
): PreparedQuery<Given, Row> {
  if (prepared.has(name)) throw new Error(`There are two queries with the name ${name}`);
  const query = { name, build, ...options };
  prepared.set(name, query);
  return query;
}

/**
 * Declares the query that adds one row with these columns, unless there is one with the same `key`; an empty one: any
 * key.
 */
export function prepareInsert<
  Table extends keyof Schema,
  Column extends keyof Insertable<Schema[Table]> & string,
>(
  name: string,
  table: Table,
  columns: readonly Column[],
  key?: readonly Column[],
): PreparedQuery<Pick<Insertable<Schema[Table]>, Column>, unknown> {
  return prepare(name, (db, given) => {
    const values = columnsFrom(given, columns) as Insertable<Schema[Table]>;
    const insert = db.insertInto(table).values(values);
    if (key === undefined) return insert;
    return insert.onConflict((conflict) =>
      (key.length === 0 ? conflict : conflict.columns(key as never[])).doNothing(),
    );
  });
}

/** These columns of the parameters, whose names cannot be enumerated. */
export function columnsFrom<Given extends object, Column extends keyof Given & string>(
  given: Given,
  columns: readonly Column[],
): Pick<Given, Column> {
  const entries = columns.map((column) => [column, given[column]] as const);
  return Object.fromEntries(entries) as Pick<Given, Column>;
}

/** All that are declared in the loaded modules. */
export function preparedQueries(): PreparedQuery<never, unknown>[] {
  return [...prepared.values()];
}

/** What repositories work with: a database, or one transaction in it. */
export interface Session {
  all<Given extends object, Row>(query: PreparedQuery<Given, Row>, given: Given): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  first<Given extends object, Row>(
    query: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined>;
  /** Runs a query that returns no rows; resolves with how many it changed. */
  change<Given extends object>(query: PreparedQuery<Given, unknown>, given: Given): Promise<number>;
  /** Statements are sent in order on one connection, and none waits for the answer to the one before. */
  readonly sendsAhead: boolean;
}

/** How many statements are sent before the first of them is answered. */
const sentAtOnce = 500;

/**
 * Runs a query once for each, in order. Where it can, a statement does not wait for the answer to the one before:
 * with a database elsewhere, a thousand rows would take a thousand round trips.
 */
export async function changeEach<Given extends object>(
  session: Session,
  query: PreparedQuery<Given, unknown>,
  given: readonly Given[],
): Promise<void> {
  const step = session.sendsAhead ? sentAtOnce : 1;
  for (let start = 0; start < given.length; start += step) {
    const some = given.slice(start, start + step);
    await Promise.all(some.map((each) => session.change(query, each)));
  }
}

/** The text of a query in the dialect of an engine. */
export interface QueryText {
  sql: string;
  /** The names of the parameters in `sql`, in order. */
  values: readonly string[];
}

/** One step from a schema to the next. */
export interface SchemaStep {
  name: string;
  statements: readonly string[];
}

/** Every SQL text for an engine. */
export interface SqlCatalogue {
  queries: Readonly<Record<string, QueryText>>;
  schemaSteps: readonly SchemaStep[];
}
