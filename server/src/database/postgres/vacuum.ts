import type { ClientBase } from 'pg';

/** The tables with keys, hashes of secrets, and hashes of contents. */
const tables = [
  'api_keys',
  'csrf_tokens',
  'dispatch_receivers',
  'files',
  'idempotency_keys',
  'incoming_uploads',
  'receiver_codes',
  'receiver_sessions',
  'segments',
];

/** As good as no limit. */
const longestMs = 24 * 60 * 60 * 1000;

/** Whether a connection of this role reads an older snapshot. */
const findReaders = `
  select exists (
    select from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()
      and backend_type = 'client backend'
      and age(backend_xmin) > age($1::xid)
  ) as "areThere"`;

/**
 * Removes the old versions of rows with secrets from their pages. Resolves with false when others still
 * read what was there before: PostgreSQL keeps it for them.
 */
export async function vacuumSecrets(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ now: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::xid::text as now',
  );
  // The tables may be large, and nobody waits for it.
  await client.query('set statement_timeout = 0');
  const vacuum = { text: `vacuum ${tables.join(', ')}`, query_timeout: longestMs };
  await client.query(vacuum);
  const readers = await client.query<{ areThere: boolean }>(findReaders, [rows[0]?.now]);
  return readers.rows[0]?.areThere !== true;
}
