import type { Client } from 'pg';
import type { DatabaseState, DataLocation } from '../database-definition.ts';
import { stepsDone } from './migrate.ts';
import { withConnection } from './postgres-database.ts';
import { isNoSuchDatabase, sqlState } from './postgres-errors.ts';

export async function findState(location: DataLocation): Promise<DatabaseState> {
  try {
    return await withConnection(location, async (client) =>
      (await stepsDone(client)).size === 0 ? 'empty' : 'present',
    );
  } catch (error) {
    if (isNoSuchDatabase(error)) return 'missing';
    throw error;
  }
}

/** What a setting that is off can cost. */
const risks = {
  fsync: 'a power cut can destroy the database',
  full_page_writes: 'a power cut can destroy the database',
  synchronous_commit: 'a crash can lose the last changes, which were acknowledged',
};

/** A sentence for each setting of the server that is unsafe. */
export async function findRisks(location: DataLocation): Promise<string[]> {
  const { rows } = await withConnection(location, (client) =>
    client.query<{ name: keyof typeof risks }>(
      `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
      [Object.keys(risks)],
    ),
  );
  return rows.map(
    ({ name }) => `The database server runs with ${name} = off: ${risks[name]}. Turn it on.`,
  );
}

/** Enough to know the state of the database. */
const mostFaults = 10;

/** The B-tree indexes of the schema that the role can see. */
const listIndexes = `
  select c.oid::text as id, c.relname as name
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relnamespace = current_schema()::regnamespace
    and i.indisvalid and c.relpersistence = 'p'
  order by c.relname`;

/**
 * The faults that PostgreSQL finds in indexes and in the rows that they lead to, where its extension
 * `amcheck` is installed and the role may use it. Empty when there is none, or nothing to look with.
 */
export async function findFaults(location: DataLocation): Promise<string[]> {
  return await withConnection(location, async (client) => {
    await client.query('set statement_timeout = 0');
    return (await canCheck(client)) ? await checkIndexes(client) : [];
  });
}

async function canCheck(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean | null }>(
    `select has_function_privilege(to_regprocedure('bt_index_check(regclass,boolean)'), 'execute') as can`,
  );
  return rows[0]?.can === true;
}

async function checkIndexes(client: Client): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await client.query<{ id: string; name: string }>(listIndexes);
  for (const { id, name } of rows) {
    try {
      await client.query('select bt_index_check($1::oid::regclass, true)', [id]);
    } catch (error) {
      if (sqlState(error) === undefined || !(error instanceof Error)) throw error;
      faults.push(`the index ${name}: ${error.message}`);
      if (faults.length === mostFaults) break;
    }
  }
  return faults;
}
