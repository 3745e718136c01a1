import { DatabaseSync } from 'node:sqlite';

import { tableNames } from './tables.ts';

/** Rows of every kind of value; more than one batch. */
export function fillTables(path: string): void {
  const raw = new DatabaseSync(path);
  raw.exec('begin');
  for (const table of tableNames) {
    const columns = raw.prepare(`pragma table_info("${table}")`).all() as {
      name: string;
      type: string;
      notnull: number;
      pk: number;
    }[];
    const places = columns.map(() => '?').join(', ');
    const insert = raw.prepare(`insert into "${table}" values (${places})`);
    for (let at = 1; at <= (table === 'audit' ? 1203 : 3); at += 1) {
      insert.run(
        ...columns.map(({ name, type, notnull, pk }) => {
          if (at === 2 && notnull === 0 && pk === 0) return null;
          if (type === 'INTEGER') return name === 'expires_at' ? 2 ** 52 + at : at;
          if (type === 'BLOB') return Buffer.from([0, at % 256, at >> 8, 255]);
          // The same in all columns, so that references hold.
          return `‘${at}’ \u{1F4E6}`;
        }),
      );
    }
  }
  raw.exec('delete from files where sequence = 3');
  raw.exec('commit');
  raw.close();
}

/** Every table of an SQLite database, with its sequences. */
export function rowsOf(path: string): Record<string, Record<string, unknown>[]> {
  const raw = new DatabaseSync(path, { readOnly: true });
  const rows = Object.fromEntries(
    [...tableNames, 'sqlite_sequence'].map((table) => [
      table,
      raw
        .prepare(`select * from "${table}" order by 1, 2`)
        .all()
        .map((row) => ({ ...row })),
    ]),
  );
  raw.close();
  return rows;
}
