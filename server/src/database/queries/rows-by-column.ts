import type { Kysely, Selectable } from 'kysely';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
type ColumnOf<Table extends keyof Schema> = keyof Row<Table> & string;
type TableWithEnd = {
  [Table in keyof Schema]: Schema[Table] extends { expires_at: unknown } ? Table : never;
}[keyof Schema];
type Values = Record<string, never>;

/** The builder without the types of the schema, which it cannot follow for a table that is a parameter. */
function untyped(db: Kysely<Schema>) {
  return db as unknown as Kysely<Record<string, Values>>;
}

/** Declares the query that finds the rows in which these columns have the values given. */
export function prepareSelect<Table extends keyof Schema, By extends ColumnOf<Table>>(
  name: string,
  table: Table,
  ...by: By[]
): PreparedQuery<Pick<Row<Table>, By>, Row<Table>> {
  return prepare(name, (db, given) => {
    let query = untyped(db)
      .selectFrom(table as string)
      .selectAll();
    for (const column of by) query = query.where(column as string, '=', given[column] as never);
    return query;
  });
}

/** Declares the query that sets `columns` in the rows in which `by` has the value given. */
export function prepareUpdate<
  Table extends keyof Schema,
  By extends ColumnOf<Table>,
  Column extends ColumnOf<Table>,
>(
  name: string,
  table: Table,
  by: By,
  ...columns: Column[]
): PreparedQuery<Pick<Row<Table>, By | Column>, unknown> {
  return prepare(name, (db, given) =>
    untyped(db)
      .updateTable(table as string)
      .set(columnsFrom(given, columns) as object as Values)
      .where(by as string, '=', given[by] as never),
  );
}

/** Declares the query that deletes the rows in which these columns have the values given. */
export function prepareDelete<Table extends keyof Schema, By extends ColumnOf<Table>>(
  name: string,
  table: Table,
  ...by: By[]
): PreparedQuery<Pick<Row<Table>, By>, unknown> {
  return prepare(name, (db, given) => {
    let query = untyped(db).deleteFrom<string>(table);
    for (const column of by) query = query.where(column as string, '=', given[column] as never);
    return query;
  });
}

/** Declares the query that deletes the rows that have ended. */
export function prepareEnd<Table extends TableWithEnd>(
  name: string,
  table: Table,
): PreparedQuery<{ now: number }, unknown> {
  return prepare(name, (db, given) =>
    untyped(db)
      .deleteFrom(table as string)
      .where('expires_at', '<=', given.now as never),
  );
}

/** Declares the query that adds a row, or sets `columns` in the one that has the same `key`. */
export function preparePut<
  Table extends keyof Schema,
  Key extends ColumnOf<Table>,
  Column extends ColumnOf<Table>,
>(
  name: string,
  table: Table,
  key: readonly Key[],
  columns: readonly Column[],
): PreparedQuery<Pick<Row<Table>, Key | Column>, unknown> {
  return prepare(name, (db, given) =>
    untyped(db)
      .insertInto(table as string)
      .values(columnsFrom(given, [...key, ...columns]) as object as Values)
      .onConflict((conflict) =>
        conflict.columns(key).doUpdateSet((row) => {
          const values = columns.map((column) => row.ref(`excluded.${column}` as never));
          return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
        }),
      ),
  );
}
