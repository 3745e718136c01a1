import { readFileSync } from 'node:fs';
import type { ClientConfig, PoolClient } from 'pg';
import { Pool, TypeOverrides, types } from 'pg';
import { postgresCatalogue } from '../generated/postgres-catalogue.ts';
import type { PreparedQuery, QueryText, Session } from '../queries/prepared-query.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { DataLocation } from '../database-definition.ts';
import { addressOf } from './address.ts';

/** How many connections a process has at most, for reading and for writing. */
export const connections = { toRead: 5, toWrite: 5 };

const second = 1000;
/** Shorter than the time that a client waits for its answer. */
const connectTimeoutMs = 5 * second;
const lockTimeoutMs = 5 * second;
const statementTimeoutMs = 30 * second;
/** For an answer that never comes, because the network lost it: longer than the server's own limit. */
const answerTimeoutMs = statementTimeoutMs + 5 * second;
const idleInTransactionMs = 10 * second;
const idleConnectionMs = 30 * second;
/** After this many seconds without an answer the server looks whether the client is there. */
const keepAliveSeconds = 10;

type Isolation = 'read committed' | 'serializable';

interface PoolOptions {
  isolation: Isolation;
  isReadOnly: boolean;
  max: number;
}

/** A pool that connects with its first use. */
export function createPool(location: DataLocation, options: PoolOptions): Pool {
  const pool = new Pool({
    ...connectionConfig(location, options),
    max: options.max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    // A thread or a command that has nothing else to do ends, without closing its database.
    allowExitOnIdle: true,
  });
  // The pool removes a lost connection, and who uses it then gets the error from the query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/** The settings of a connection; also for one that is not in a pool. */
export function connectionConfig(
  location: DataLocation,
  { isolation, isReadOnly }: Pick<PoolOptions, 'isolation' | 'isReadOnly'>,
): ClientConfig {
  const { usesTls, ...address } = addressOf(location);
  const settings = {
    default_transaction_isolation: isolation.replace(' ', '\\ '),
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    tcp_keepalives_idle: keepAliveSeconds,
    tcp_keepalives_interval: keepAliveSeconds / 2,
    tcp_keepalives_count: 3,
    client_min_messages: 'warning',
    // Lists have one plan for all values, as tests check it: a plan for some values may scan a table that it takes
    // for small, and to make one takes longer than to run it.
    plan_cache_mode: isReadOnly ? 'force_generic_plan' : 'auto',
    jit: 'off',
  };
  return {
    ...address,
    password: location.databasePassword ?? '',
    application_name: 'valise',
    ssl: usesTls && tlsOptions(location),
    // Statements are sent without waiting for the answers before: `begin` with the first query, for example.
    pipeline: true,
    types: parsers,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveSeconds * second,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** The driver adds the host that the certificate must be for. */
function tlsOptions({ databaseCaFile }: DataLocation) {
  return {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ...(databaseCaFile === undefined ? {} : { ca: readAuthorities(databaseCaFile) }),
  };
}

/** A file without a certificate would leave the well-known authorities in force. */
function readAuthorities(databaseCaFile: string): string {
  let pem: string;
  try {
    pem = readFileSync(databaseCaFile, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValiseError('config_invalid', `databaseCaFile cannot be read (${reason}).`);
  }
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new ValiseError(
    'config_invalid',
    `databaseCaFile (${databaseCaFile}) contains no certificate. Write the certificate of the authority into it, as PEM.`,
  );
}

/** Counts, sizes and instants are numbers. Sums of integers are of the type `numeric`. */
const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, numberOf);
parsers.setTypeParser(types.builtins.NUMERIC, numberOf);

function numberOf(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds the number ${text}`);
  return value;
}

interface Outcome {
  rows: unknown[];
  rowCount: number | null;
}

export type Run = (text: QueryText & { name: string }, values: unknown[]) => Promise<Outcome>;

/** Runs a text as a statement that each connection parses once. */
export function runOn(client: Pick<PoolClient, 'query'>): Run {
  return async ({ name, sql }, values) => await client.query<object>({ name, text: sql, values });
}

/**
 * `for ever` and `without limit` are numbers in JavaScript, and none in a column of integers. Text has no
 * character NUL.
 */
function bound(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  return value === Infinity ? Number.MAX_SAFE_INTEGER : value;
}

/** Repositories work with this: with a connection in a transaction, which sends ahead, or with pools. */
export function createSession(run: Run, { sendsAhead = false } = {}): Session {
  async function result<Given extends object>(
    { name }: PreparedQuery<Given, unknown>,
    given: Given,
  ): Promise<Outcome> {
    const text = postgresCatalogue.queries[name];
    if (text === undefined) {
      throw new Error(`The query ${name} is not written down for PostgreSQL: run npm run generate`);
    }
    const values = text.values.map((value) => bound((given as Record<string, unknown>)[value]));
    return await run({ name, ...text }, values);
  }

  return {
    sendsAhead,
    async all<Given extends object, Row>(query: PreparedQuery<Given, Row>, given: Given) {
      return (await result(query, given)).rows as Row[];
    },
    async first<Given extends object, Row>(query: PreparedQuery<Given, Row>, given: Given) {
      return (await result(query, given)).rows[0] as Row | undefined;
    },
    change: async (query, given) => (await result(query, given)).rowCount ?? 0,
  };
}
