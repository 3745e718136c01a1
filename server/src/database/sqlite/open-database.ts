import { DatabaseSync } from 'node:sqlite';
import { setPragmas } from './sqlite-pragmas.ts';

/**
 * Opens the database at `path` (or `:memory:`) for reading and writing. Throws SQLite's own error
 * when it cannot be written: SQLite itself would only say so with the first change.
 */
export function openDatabase(path: string, busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    setPragmas(database, { inMemory: path === ':memory:', busyTimeoutMs });
    probeWriting(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Writes what is there already, and takes it back. To begin a transaction alone proves nothing. */
function probeWriting(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec('begin immediate');
  try {
    database.exec(`pragma user_version = ${version}`);
  } finally {
    database.exec('rollback');
  }
}
