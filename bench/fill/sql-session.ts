import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { StoreSettings } from '../../server/src/stores/store-settings.ts';

/** A connection past the ports, to rows that are filled in by SQL. */
export interface SqlSession {
  /** An expression for 32 random bytes. */
  readonly randomBytes: string;
  columnsOf(table: string): Promise<string[]>;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSqlSession({ database, location }: StoreSettings): Promise<SqlSession> {
  return database === 'postgres'
    ? await openPostgres(location)
    : openSqlite(join(location.dataDir, 'valise.db'));
}

function openSqlite(path: string): SqlSession {
  const database = new DatabaseSync(path);
  // Nothing here has to survive a power cut, and who fills may take its time to write.
  database.exec('pragma synchronous = off');
  return {
    randomBytes: 'randomblob(32)',
    columnsOf: (table) =>
      Promise.resolve(
        database
          .prepare('select name from pragma_table_info(?)')
          .all(table)
          .map(({ name }) => String(name)),
      ),
    run(sql) {
      database.exec(sql);
      return Promise.resolve();
    },
    close() {
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
      return Promise.resolve();
    },
  };
}

async function openPostgres(location: StoreSettings['location']): Promise<SqlSession> {
  const { databaseUrl = '', databasePassword: password } = location;
  const { hostname: host, port, username: user, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const client = new Client({ host, port: Number(port), user, database, password });
  await client.connect();
  return {
    randomBytes: "sha256(convert_to(random()::text || random()::text, 'UTF8'))",
    async columnsOf(table) {
      const { rows } = await client.query<{ column_name: string }>(
        'select column_name from information_schema.columns where table_name = $1 order by ordinal_position',
        [table],
      );
      return rows.map((row) => row.column_name);
    },
    async run(sql) {
      await client.query(sql);
    },
    async close() {
      // What the server does by itself, some minutes after so many rows came.
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}
