import { SqliteConnection } from './sqlite-connection.ts';

export interface WatchedQuery {
  sql: string;
  values: readonly unknown[];
}

/** Notes what it is asked to run. */
export class WatchedConnection extends SqliteConnection {
  readonly queries: WatchedQuery[] = [];

  override all(sql: string, values: readonly unknown[] = []) {
    this.queries.push({ sql, values });
    return super.all(sql, values);
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
