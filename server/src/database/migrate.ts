import { ValiseError } from '../domain/valise-error.ts';
import type { SchemaStep } from './engine-texts.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { begin } from './sqlite-connection.ts';

/**
 * Brings the schema forward in one transaction, so that a kill on the way leaves the old one. A
 * schema that a newer program made is refused: this one would not know what it means.
 */
export function migrate(connection: SqliteConnection, steps: readonly SchemaStep[]): void {
  connection.change(begin);
  try {
    connection.change('create table if not exists schema_steps (name text primary key)');
    const rows = connection.all('select name from schema_steps');
    const done = new Set(rows.map((row) => (row as { name: string }).name));
    refuseNewer(done, steps);
    for (const { name, statements } of steps) {
      if (done.has(name)) continue;
      for (const statement of statements) connection.change(statement);
      connection.change('insert into schema_steps (name) values (?)', [name]);
    }
    connection.change('commit');
  } catch (error) {
    if (connection.isInTransaction) connection.change('rollback');
    throw error;
  }
}

/** For who only reads: throws unless the schema is exactly the one that `steps` lead to. */
export function requireSchema(connection: SqliteConnection, steps: readonly SchemaStep[]): void {
  const isMarked = connection.first("select 1 from sqlite_schema where name = 'schema_steps'");
  const rows = isMarked === undefined ? [] : connection.all('select name from schema_steps');
  const done = new Set(rows.map((row) => (row as { name: string }).name));
  refuseNewer(done, steps);
  if (steps.some(({ name }) => !done.has(name))) {
    throw new ValiseError(
      'schema_older',
      'The database is of an older Valise. "valise serve" brings it forward when it starts.',
    );
  }
}

function refuseNewer(done: ReadonlySet<string>, steps: readonly SchemaStep[]): void {
  const foreign = [...done].filter((name) => !steps.some((step) => step.name === name));
  if (foreign.length > 0) {
    throw new ValiseError(
      'schema_newer',
      `The database was used by a newer Valise (it holds ${foreign.join(', ')}). Start that version, or a later one.`,
    );
  }
}
