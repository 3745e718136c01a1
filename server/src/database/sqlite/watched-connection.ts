import { SqliteConnection } from './sqlite-connection.ts';

export interface WatchedQuery {
  sql: string;
  values: readonly unknown[];
}

/** Records the statements that it runs, and how many rows lists return. */
export class WatchedConnection extends SqliteConnection {
  readonly queries: WatchedQuery[] = [];
  listedRows = 0;

  override all(sql: string, values: readonly unknown[] = []) {
    this.queries.push({ sql, values });
    const rows = super.all(sql, values);
    this.listedRows += rows.length;
    return rows;
  }

  override first(sql: string, values: readonly unknown[] = []) {
    this.queries.push({ sql, values });
    return super.first(sql, values);
  }

  override change(sql: string, values: readonly unknown[] = []) {
    this.queries.push({ sql, values });
    return super.change(sql, values);
  }
}
