import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { TableRow, TableSession } from '../copy/table-rows.ts';
import { tableNames } from '../copy/tables.ts';
import type { DataLocation } from '../database-definition.ts';
import { postgresCatalogue } from '../generated/postgres-catalogue.ts';
import { describeAddress } from './address.ts';
import { requireSchema } from './migrate.ts';
import { connectionConfig } from './pools.ts';
import { explainNoConnection, translatePostgresError } from './postgres-errors.ts';

/** One state of the database, however long a copy takes. */
const begin = `
  begin isolation level repeatable read;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Opens the tables of a database whose schema is the current one. */
export async function openPostgresTables(location: DataLocation): Promise<TableSession> {
  const config = connectionConfig(location, { isolation: 'read committed', isReadOnly: false });
  // No answer is late: a large table takes its time.
  const client = new Client({ ...config, query_timeout: 0 });
  // Its queries reject as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw explainNoConnection(error, location);
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<TableRow[]> {
    try {
      return (await client.query<TableRow>(text, [...values])).rows;
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  /** The name as PostgreSQL wrote it, for a statement. */
  async function sequenceOf(table: string): Promise<string> {
    const [row] = await query(`select pg_get_serial_sequence($1, 'sequence') as name`, [table]);
    return String(row?.['name']);
  }

  try {
    await requireSchema(client, postgresCatalogue.schemaSteps);
    await refuseOtherServers(client, location);
    await client.query(begin);
  } catch (error) {
    await client.end();
    throw translatePostgresError(error);
  }
  return {
    all: query,
    change: async (sql, values) => {
      await query(sql, values);
    },
    placeholder: (position) => `$${position}`,
    lastNumber: async (table) => {
      const [row] = await query(
        `select case when is_called then last_value else last_value - 1 end as "last" from ${await sequenceOf(table)}`,
      );
      return Number(row?.['last']);
    },
    continueAfter: async (table, lastNumber) => {
      await query('select setval($1::regclass, $2, $3)', [
        await sequenceOf(table),
        Math.max(1, lastNumber),
        lastNumber > 0,
      ]);
    },
    commit: async () => {
      // Until PostgreSQL knows the tables, it reads all files of an account to find one. Its own turn comes a minute
      // later.
      await query(`analyze ${tableNames.map((table) => `"${table}"`).join(', ')}`);
      await query('commit');
    },
    // A transaction that is open ends with its connection.
    close: () => client.end(),
  };
}

/** A connection that was closed is listed for a moment longer. */
const closingMs = 2000;
const pollMs = 100;

const countOthers = `
  select count(*)::int as others from pg_stat_activity
  where datname = current_database() and application_name like 'valise%' and pid <> pg_backend_pid()`;

/** A copy would lack what other servers write meanwhile. */
async function refuseOtherServers(client: Client, location: DataLocation): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const { rows } = await client.query<{ others: number }>(countOthers);
    if (rows[0]?.others === 0) return;
    if (waitedMs >= closingMs) break;
    await sleep(pollMs);
  }
  throw new ValiseError(
    'server_running',
    `A Valise server is using ${describeAddress(location)}. Stop every server of the installation, on all machines, and try again.`,
  );
}
