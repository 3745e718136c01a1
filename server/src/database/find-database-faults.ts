import { DatabaseSync } from 'node:sqlite';

/** What SQLite finds wrong with a database file; nothing when it is sound. Reads only, beside any server. */
export function findDatabaseFaults(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare('pragma quick_check(10)')
      .all()
      .map((row) => String(Object.values(row)[0]))
      .filter((line) => line !== 'ok');
  } finally {
    database.close();
  }
}
