import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const busyTimeoutMs = 5000;

/**
 * Opens a database beside any server, without changing a byte of it and without making a file.
 * SQLite would make a journal where there is none; but then nobody has the database open, and it can
 * be read as a file that does not change.
 */
export function openReadOnly(path: string): DatabaseSync {
  const location = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) location.searchParams.set('immutable', '1');
  return new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs });
}
