/**
 * Counts what acts cost the engines of an installation with PostgreSQL and S3: `npm run count-requests`.
 * The program prints statements to PostgreSQL, rows that are left in it, and requests to S3, for each act.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newCephLocation } from '../server/src/testing/ceph-server.ts';
import type { PostgresServer } from '../server/src/testing/postgres-server.ts';
import { launchPostgres } from '../server/src/testing/postgres-server.ts';
import type { S3FaultProxy } from '../server/src/testing/s3-fault-proxy.ts';
import { startS3FaultProxy } from '../server/src/testing/s3-fault-proxy.ts';
import { chooseEngines, writeS3Access, writeSecret } from './engines.ts';
import { fillStore } from './fill-store.ts';
import type { Valise } from './valise.ts';
import {
  callValise,
  chooseReceivers,
  createValiseData,
  sendToSelf,
  startValise,
} from './valise.ts';

const rounds = 5;
/** By then the mail of a drop has gone, and its records are in the audit trail. */
const settleMs = 1500;
const idleSeconds = 10;
const filledDrops = 100_000;
const mebibyte = 1024 ** 2;

interface Tally {
  statements: number;
  rows: number;
  requests: number;
}

interface Meters {
  postgres: PostgresServer;
  databaseUrl: string;
  s3: S3FaultProxy;
}

async function read({ postgres, databaseUrl, s3 }: Meters): Promise<Tally> {
  const ask = async (sql: string): Promise<number> => {
    const [row] = await postgres.runAsSuperuser(sql, databaseUrl);
    return Number(row?.['n'] ?? 0);
  };
  const own = "userid = (select oid from pg_roles where rolname <> 'postgres' and rolcanlogin)";
  return {
    statements: await ask(`select sum(calls) as n from pg_stat_statements where ${own}`),
    // Rows that only exist while something runs are gone by then.
    rows: await ask(`select sum((xpath('/row/n/text()', query_to_xml(
      'select count(*) as n from ' || quote_ident(tablename), false, true, '')))[1]::text::int) as n
      from pg_tables where schemaname = 'public'`),
    requests: s3.requests,
  };
}

function minus(a: Tally, b: Tally, share = 1): Tally {
  return {
    statements: a.statements - share * b.statements,
    rows: a.rows - share * b.rows,
    requests: a.requests - share * b.requests,
  };
}

/** What `act` costs, without what a server does meanwhile anyway. */
async function count(
  meters: Meters,
  idleASecond: Tally,
  { act, prepare }: Act,
  valise: Valise,
): Promise<Tally> {
  await prepare?.(valise, 0);
  await act(valise, 0);
  await sleep(settleMs);
  let sum: Tally = { statements: 0, rows: 0, requests: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    await prepare?.(valise, round);
    await sleep(settleMs);
    const before = await read(meters);
    const startedAt = performance.now();
    await act(valise, round);
    await sleep(settleMs);
    const seconds = (performance.now() - startedAt) / 1000;
    const used = minus(minus(await read(meters), before), idleASecond, seconds);
    sum = minus(sum, used, -1);
  }
  return {
    statements: sum.statements / rounds,
    rows: sum.rows / rounds,
    requests: sum.requests / rounds,
  };
}

interface Act {
  name: string;
  prepare?: (valise: Valise, round: number) => Promise<unknown>;
  act: (valise: Valise, round: number) => Promise<unknown>;
}

async function upload({ server, path, headers }: Valise, name: string, bytes: number) {
  const form = new FormData();
  form.set('do', 'upload');
  form.set('file', new Blob([randomBytes(bytes)]), name);
  const url = `${server.url}${path('cgi/upload.cgi')}`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`upload answered ${answer.status}`);
  await answer.arrayBuffer();
}

let inboxUrl = '';
const acts: readonly Act[] = [
  { name: 'contacts_read', act: (valise) => callValise(valise, 'contacts_read') },
  { name: 'get_history', act: (valise) => callValise(valise, 'get_history') },
  {
    name: 'upload of 64 KiB',
    act: (valise, round) => upload(valise, `small-${round}.bin`, 64 * 1024),
  },
  {
    name: 'upload of 64 MiB',
    act: (valise, round) => upload(valise, `large-${round}.bin`, 64 * mebibyte),
  },
  {
    name: 'createdrop, 1 file, 1 receiver, and its mail',
    async prepare(valise, round) {
      if (round === 0) await sendToSelf(valise);
      await upload(valise, `sent-${round}.bin`, 1024);
      await chooseReceivers(valise, [`receiver-${round}@example.com`]);
    },
    act: (valise) => callValise(valise, 'createdrop', { desttime: 86_400, ddmessage: 'counted' }),
  },
  {
    name: 'download of 64 MiB',
    async prepare(valise, round) {
      if (round > 0) return;
      await upload(valise, 'fetched.bin', 64 * mebibyte);
      inboxUrl = await sendToSelf(valise);
    },
    async act({ server, path, headers }) {
      const answer = await fetch(`${server.url}${path(`${inboxUrl}/files/fetched.bin`)}`, {
        headers,
      });
      if (!answer.ok) throw new Error(`download answered ${answer.status}`);
      await answer.arrayBuffer();
    },
  },
];

function print(name: string, { statements, rows, requests }: Tally): void {
  const cells = [statements, rows, requests].map((value) => value.toFixed(1).padStart(12));
  process.stdout.write(`${name.padEnd(48)}${cells.join('')}\n`);
}

const dir = await mkdtemp(join(tmpdir(), 'valise-count-requests-'));
const postgres = await launchPostgres({
  settings: { shared_preload_libraries: 'pg_stat_statements' },
});
const location = await newCephLocation();
const s3 = await startS3FaultProxy(location.s3.endpoint, { share: 0 });
try {
  const { databaseUrl, databasePassword } = await postgres.createDatabase();
  await postgres.runAsSuperuser('create extension pg_stat_statements', databaseUrl);
  const dataDir = join(dir, 'data');
  const databasePasswordFile = await writeSecret(`${dataDir}.password`, databasePassword);
  const bucket = await writeS3Access(dataDir, {
    ...location,
    s3: { ...location.s3, endpoint: s3.endpoint },
  });
  await chooseEngines(dataDir, { databaseUrl, databasePasswordFile, ...bucket });
  await createValiseData(dataDir);
  const valise = await startValise(dataDir, { workers: '1' });
  const meters = { postgres, databaseUrl, s3 };
  await callValise(valise, 'contacts_add', [{ email: 'first@example.com' }]);
  await sleep(settleMs);

  const before = await read(meters);
  await sleep(idleSeconds * 1000);
  const idle = minus(await read(meters), before);
  const zero = { statements: 0, rows: 0, requests: 0 };
  const idleASecond = minus(zero, idle, -1 / idleSeconds);

  process.stdout.write(`${''.padEnd(48)}  statements   rows left S3 requests\n`);
  print('a node at rest, each second', idleASecond);
  for (const act of acts) print(act.name, await count(meters, idleASecond, act, valise));
  await valise.server.stop();

  const sizeOf = async (): Promise<number> => {
    await postgres.runAsSuperuser('vacuum', databaseUrl);
    const sql = 'select pg_database_size(current_database()) as n';
    return Number((await postgres.runAsSuperuser(sql, databaseUrl))[0]?.['n']);
  };
  const empty = await sizeOf();
  await fillStore(dataDir, { others: filledDrops });
  const bytes = ((await sizeOf()) - empty) / filledDrops;
  process.stdout.write(
    `\nA drop with one file, one receiver and its mail takes ${Math.round(bytes)} bytes in PostgreSQL, with indexes (${filledDrops.toLocaleString('en')} drops; without its records in the audit trail).\n`,
  );
} finally {
  await s3.close();
  await postgres.end();
  await rm(dir, { recursive: true });
}
