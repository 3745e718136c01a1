import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SchemaStep } from '../queries/sql-catalogue.ts';
import { stepsDone } from './migrate.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The copy takes up as much as the database at most; the steps themselves need some room as well. */
const roomFactor = 3;

/**
 * Keeps a copy of a database that is about to be brought forward, `valise.db.before-NNNN` after the
 * first step that it lacks: the way back to the version before. Only the newest copy is kept. Where
 * there is no room for it, the database is brought forward without one.
 */
export function keepCopyBefore(
  connection: SqliteConnection,
  path: string,
  steps: readonly SchemaStep[],
): void {
  const done = stepsDone(connection);
  const missing = steps.find(({ name }) => !done.has(name));
  if (done.size === 0 || missing === undefined || !hasRoomForCopy(path)) return;
  const copy = `${path}.before-${missing.name.slice(0, 4)}`;
  const unfinished = `${copy}.new`;
  rmSync(unfinished, { force: true });
  try {
    connection.change('vacuum into ?', [unfinished]);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(dirname(path));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  for (const name of readdirSync(dirname(path))) {
    const isOlderCopy = name.startsWith(`${basename(path)}.before-`) && name !== basename(copy);
    if (isOlderCopy) rmSync(join(dirname(path), name), { force: true });
  }
}

function hasRoomForCopy(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize > roomFactor * statSync(path).size;
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
