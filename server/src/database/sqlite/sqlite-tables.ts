import type { ColumnValue, TableRow, TableSession } from '../copy/table-rows.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { requireSchema } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { SqliteConnection, begin } from './sqlite-connection.ts';

/** Long enough for a command that ends. Nothing else uses a database that is copied. */
const busyTimeoutMs = 5000;

/** Opens the tables of the database at `path`, whose schema is the current one. */
export function openSqliteTables(path: string): TableSession {
  const connection = new SqliteConnection(openDatabase(path, busyTimeoutMs));
  try {
    requireSchema(connection, sqliteCatalogue.schemaSteps);
    connection.change(begin);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    all: (sql, values) => asPromise(() => connection.all(sql, [...values]) as TableRow[]),
    change: (sql, values) => asPromise(() => void connection.change(sql, [...values])),
    placeholder: () => '?',
    lastNumber: (table) =>
      asPromise(() => {
        const row = connection.first('select seq from sqlite_sequence where name = ?', [table]);
        return Number((row as { seq: ColumnValue } | undefined)?.seq ?? 0);
      }),
    continueAfter: (table, lastNumber) =>
      asPromise(() => {
        connection.change('delete from sqlite_sequence where name = ?', [table]);
        connection.change('insert into sqlite_sequence (name, seq) values (?, ?)', [
          table,
          lastNumber,
        ]);
      }),
    commit: () => asPromise(() => void connection.change('commit')),
    close: () =>
      asPromise(() => {
        if (connection.isInTransaction) connection.change('rollback');
        connection.close();
      }),
  };
}

function asPromise<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
