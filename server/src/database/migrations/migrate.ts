import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { ValiseError } from '../../domain/valise-error.ts';
import { exchange } from './0001-exchange.ts';
import { receivers } from './0002-receivers.ts';
import { uploads } from './0003-uploads.ts';
import { secondFactor } from './0004-second-factor.ts';
import type { ColumnTypes, Migration } from './migration.ts';

export const migrations: readonly Migration[] = [exchange, receivers, uploads, secondFactor];

/**
 * Brings the schema forward in one transaction, so that a kill on the way leaves the old one. A
 * schema that a newer program made is refused: this one would not know what it means.
 */
export async function migrate(
  db: Kysely<unknown>,
  types: ColumnTypes,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create table if not exists schema_steps (name text primary key)`.execute(transaction);
    const { rows } = await sql<{ name: string }>`select name from schema_steps`.execute(
      transaction,
    );
    const done = new Set(rows.map(({ name }) => name));
    const known = new Set(steps.map(({ name }) => name));
    const foreign = [...done].filter((name) => !known.has(name));
    if (foreign.length > 0) {
      throw new ValiseError(
        'schema_newer',
        `The database was used by a newer Valise (it holds ${foreign.join(', ')}). Start that version, or a later one.`,
      );
    }
    for (const step of steps) {
      if (done.has(step.name)) continue;
      await step.up(transaction, types);
      await sql`insert into schema_steps (name) values (${step.name})`.execute(transaction);
    }
  });
}
