import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * The basis of durability and integrity. `synchronous` full syncs each commit (normal can lose the last
 * ones in a power cut); `secure_delete` overwrites destroyed keys with zeros.
 */
const pragmas = { synchronous: 2, foreign_keys: 1, secure_delete: 1 } as const;

/** Sets each pragma and reads it back: SQLite silently ignores what it does not support. */
export function setPragmas(
  database: DatabaseSync,
  { inMemory, busyTimeoutMs }: { inMemory: boolean; busyTimeoutMs: number },
): void {
  const wanted = {
    busy_timeout: busyTimeoutMs,
    journal_mode: inMemory ? 'memory' : 'wal',
    ...pragmas,
  };
  for (const [name, value] of Object.entries(wanted)) {
    database.exec(`pragma ${name} = ${value}`);
    const row = database.prepare(`pragma ${name}`).get();
    const actual = row === undefined ? undefined : Object.values(row)[0];
    if (actual !== value) {
      throw new Error(`SQLite answered ${String(actual)} to pragma ${name} = ${value}`);
    }
  }
}

/**
 * Opens the database at `path` (or `:memory:`) for reading and writing. Throws SQLite's own error when it
 * cannot be written: SQLite itself would report that only with the first change.
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

/** Writes an existing value and rolls back. Beginning a transaction alone proves nothing. */
function probeWriting(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec('begin immediate');
  try {
    database.exec(`pragma user_version = ${version}`);
  } finally {
    database.exec('rollback');
  }
}

const busyTimeoutMs = 5000;

/**
 * Opens a database while a server may run, without changing a byte of it and without creating a file.
 * SQLite would create a journal where there is none; but then no process has the database open, and it can
 * be read as an immutable file.
 */
export function openReadOnly(path: string): DatabaseSync {
  const location = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) location.searchParams.set('immutable', '1');
  return new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs });
}
