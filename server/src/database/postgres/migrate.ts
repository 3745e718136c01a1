import type { ClientBase } from 'pg';
import { refuseNewer, refuseOlder } from '../schema-age.ts';
import type { SchemaStep } from '../queries/prepared-query.ts';
import { isAdditive } from './additive.ts';
import { advisoryLocks } from './advisory-locks.ts';

/**
 * Migrates the schema in one transaction, so that a kill meanwhile leaves the old one. Of several processes
 * that start together one migrates, and the others wait for it. A schema of a newer program is refused
 * unless that has only added to it: nodes are upgraded one after another. Returns the steps that an older
 * schema lacked.
 */
export async function migrate(
  client: ClientBase,
  steps: readonly SchemaStep[],
  { onlyWhenEmpty }: { onlyWhenEmpty: boolean },
): Promise<string[]> {
  await client.query('begin isolation level read committed');
  try {
    // Another process may migrate for longer than a statement usually takes.
    await client.query('set local lock_timeout = 0');
    await client.query('set local statement_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(${advisoryLocks.schema})`);
    const done = await stepsDone(client);
    await refuseOtherThanAdded(client, steps);
    if (onlyWhenEmpty && done.size > 0) refuseOlder(done, steps);
    const missing = steps.filter(({ name }) => !done.has(name));
    if (done.size === 0)
      await client.query(
        'create table if not exists schema_steps (name text primary key, is_additive boolean not null)',
      );
    for (const { name, statements } of missing) {
      await client.query(statements.join(';\n'));
      await client.query('insert into schema_steps (name, is_additive) values ($1, $2)', [
        name,
        isAdditive(statements),
      ]);
    }
    await client.query('commit');
    return done.size === 0 ? [] : missing.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Throws unless the schema is the one that `steps` lead to, or has more. */
export async function requireSchema(
  client: ClientBase,
  steps: readonly SchemaStep[],
): Promise<void> {
  await refuseOtherThanAdded(client, steps);
  refuseOlder(await stepsDone(client), steps);
}

/**
 * The step that keeps earlier programs from starting, once every row of people has its MAC: the rows that they write
 * have none, and would be refused.
 */
const peopleBound = { name: 'people-bound' };

/** Earlier programs do not start from then on. */
export async function refuseEarlierPrograms(client: ClientBase): Promise<void> {
  await client.query(
    'insert into schema_steps (name, is_additive) values ($1, false) on conflict do nothing',
    [peopleBound.name],
  );
}

/** Throws when a newer program has changed what this one uses. */
async function refuseOtherThanAdded(
  client: ClientBase,
  steps: readonly SchemaStep[],
): Promise<void> {
  if ((await stepsDone(client)).size === 0) return;
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_steps where not is_additive',
  );
  refuseNewer(new Set(rows.map(({ name }) => name)), [...steps, peopleBound]);
}

/** The steps that a database has applied; none when it is empty. */
export async function stepsDone(client: ClientBase): Promise<ReadonlySet<string>> {
  const found = await client.query<{ isMarked: boolean }>(
    `select to_regclass('schema_steps') is not null as "isMarked"`,
  );
  if (found.rows[0]?.isMarked !== true) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from schema_steps');
  return new Set(rows.map(({ name }) => name));
}
