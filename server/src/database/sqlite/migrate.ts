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

import { refuseNewer, refuseOlder } from '../schema-age.ts';
import type { SchemaStep } from '../queries/prepared-query.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { begin } from './sqlite-connection.ts';

/**
 * Migrates the schema in one transaction, so that a kill meanwhile leaves the old one. A schema of a newer
 * program is refused: this one would not know what it means. Returns the steps that an older schema lacked.
 */
export function migrate(
  connection: SqliteConnection,
  steps: readonly SchemaStep[],
  { onlyWhenEmpty = false }: { onlyWhenEmpty?: boolean } = {},
): string[] {
  connection.change(begin);
  try {
    connection.change('create table if not exists schema_steps (name text primary key)');
    const done = stepsDone(connection);
    refuseNewer(done, steps);
    if (onlyWhenEmpty && done.size > 0) refuseOlder(done, steps);
    const missing = steps.filter(({ name }) => !done.has(name));
    for (const { name, statements } of missing) {
      for (const statement of statements) connection.change(statement);
      connection.change('insert into schema_steps (name) values (?)', [name]);
    }
    connection.change('commit');
    return done.size === 0 ? [] : missing.map(({ name }) => name);
  } catch (error) {
    if (connection.isInTransaction) connection.change('rollback');
    throw error;
  }
}

/** For readers: throws unless the schema is exactly the one that `steps` lead to. */
export function requireSchema(connection: SqliteConnection, steps: readonly SchemaStep[]): void {
  const done = stepsDone(connection);
  refuseNewer(done, steps);
  refuseOlder(done, steps);
}

/** The steps that a database has applied; none when it is empty. */
function stepsDone(connection: SqliteConnection): ReadonlySet<string> {
  const isMarked = connection.first("select 1 from sqlite_schema where name = 'schema_steps'");
  const rows = isMarked === undefined ? [] : connection.all('select name from schema_steps');
  return new Set(rows.map((row) => (row as { name: string }).name));
}

/** The copy takes at most as much as the database; the migrations themselves need some space as well. */
const roomFactor = 3;

/**
 * Keeps a copy of a database that is about to be migrated, `valise.db.before-NNNN` after the first step
 * that it lacks, for a rollback. Only the newest copy is kept. Where there is no space for it, the database
 * is migrated without one. Returns its path.
 */
export function keepCopyBefore(
  connection: SqliteConnection,
  path: string,
  steps: readonly SchemaStep[],
): string | undefined {
  const done = stepsDone(connection);
  const missing = steps.find(({ name }) => !done.has(name));
  if (done.size === 0 || missing === undefined || !hasRoomForCopy(path)) return undefined;
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
  return copy;
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
