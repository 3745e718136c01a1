import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

const binaries = globSync('/usr/lib/postgresql/*/bin')
  .concat(globSync('/usr/pgsql-*/bin'), globSync('/opt/homebrew/opt/postgresql*/bin'))
  .concat('/usr/local/bin', '/usr/bin')
  .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

/** Why tests cannot start a PostgreSQL server, for the option `skip` of a test; false where they can. */
export const missingPostgres: string | false =
  binaries[0] === undefined && 'no PostgreSQL server (initdb and postgres) was found';

const role = 'valise';
const password = 'a password: with spaces, ü & %2F';

/** Where a database is, as the settings say it. */
export interface PostgresDatabase {
  databaseUrl: string;
  databasePassword: string;
}

/** How a running server is reached. Plain values: another process may have started it. */
export interface PostgresAccess {
  readonly port: number;
  /** The folder of its Unix socket. */
  readonly socketFolder: string;
}

export interface PostgresDatabases {
  /**
   * A new database, owned by an ordinary role that logs in with a password: an empty one, or a copy of one that nobody
   * is connected to. A copy takes a third of the processor time of a new schema.
   */
  createDatabase(copied?: PostgresDatabase): Promise<PostgresDatabase>;
  /** Deletes all rows, for the next test: that takes much less time than a new database with a schema. */
  emptyDatabase(database: PostgresDatabase): Promise<void>;
  /** Runs SQL as the superuser, in the database `postgres` or in the one of `databaseUrl`. */
  runAsSuperuser(sql: string, databaseUrl?: string): Promise<Record<string, unknown>[]>;
}

export interface PostgresServer extends PostgresAccess, PostgresDatabases {
  /** `fast` ends all connections; `immediate` is a crash. The port stays its own for `start`. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again after `stop`. */
  start(): Promise<void>;
}

export interface PostgresOptions {
  /** More settings of the server. */
  settings?: Readonly<Record<string, string>>;
  /** With it the server offers TLS. */
  certificate?: { cert: string; key: string };
}

/** As `launchPostgres`, for a test file: the server ends with it, or with the test that calls this. */
export async function startPostgresServer(options: PostgresOptions = {}): Promise<PostgresServer> {
  const server = await launchPostgres(options);
  after(() => server.end());
  return server;
}

/**
 * Starts a PostgreSQL server for tests, in a temporary folder and on a free port of the loopback address; it
 * ends with this process at the latest. It takes about a second, so tests share one and create a database
 * each. It does not sync: only its data is safe, and only as long as the machine runs.
 */
export async function launchPostgres({ settings = {}, certificate }: PostgresOptions = {}): Promise<
  PostgresServer & { end(): Promise<void> }
> {
  const folder = binaries[0];
  if (folder === undefined) throw new Error(String(missingPostgres));
  const home = await mkdtemp(join(tmpdir(), 'valise-postgres-'));
  const user = await findServerUser();
  if (user !== undefined) await chown(home, user.uid, user.gid);
  const data = join(home, 'data');
  await runAs(user, join(folder, 'initdb'), [
    ...['--pgdata', data, '--username', 'postgres', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    ...['--auth-local', 'trust', '--auth-host', 'scram-sha-256', '--no-sync', '--no-instructions'],
  ]);

  const port = await findFreePort();
  if (certificate !== undefined) await writeCertificate(data, certificate, user);
  const flags = Object.entries({ ...quickSettings, unix_socket_directories: home, ...settings });
  const args = ['-D', data, '-p', String(port), ...flags.flatMap(([k, v]) => ['-c', `${k}=${v}`])];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawnAs(user, join(folder ?? '', 'postgres'), args);
    await untilReady(child);
  }

  async function stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const stopping = child;
    child = undefined;
    if (stopping === undefined) return;
    const ended = new Promise((resolve) => stopping.once('exit', resolve));
    stopping.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async function end(): Promise<void> {
    await stop('immediate');
    await rm(home, { recursive: true, force: true });
  }

  const access = { port, socketFolder: home };
  const databases = databasesOf(access);
  try {
    await start();
    await databases.runAsSuperuser(`create role ${role} login password '${password}'`);
  } catch (error) {
    await end();
    throw error;
  }
  return { ...access, ...databases, stop, start, end };
}

/** The databases of a server that this process or another one has launched. */
export function databasesOf({ port, socketFolder }: PostgresAccess): PostgresDatabases {
  let count = 0;

  async function runAsSuperuser(sql: string, databaseUrl?: string) {
    const database = databaseUrl === undefined ? 'postgres' : nameOf({ databaseUrl });
    const client = new Client({ host: socketFolder, port, user: 'postgres', database });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    runAsSuperuser,

    async createDatabase(copied) {
      count += 1;
      const name = `test_${process.pid}_${count}`;
      const template = copied === undefined ? 'template1' : nameOf(copied);
      await runAsSuperuser(
        `create database ${name} owner ${role} template ${template} strategy file_copy`,
      );
      return {
        databaseUrl: `postgres://${role}@127.0.0.1:${port}/${name}`,
        databasePassword: password,
      };
    },

    async emptyDatabase({ databaseUrl }) {
      await runAsSuperuser(deleteAllRows, databaseUrl);
    },
  };
}

function nameOf({ databaseUrl }: Pick<PostgresDatabase, 'databaseUrl'>): string {
  return new URL(databaseUrl).pathname.slice(1);
}

/** Without the checks of foreign keys, which would need an order. */
const deleteAllRows = `
  set session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename not in ('schema_steps', 'access_changes')
    loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/** What was committed outlasts a crash of the database server, and not one of the machine. */
const quickSettings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '32MB',
  max_connections: '500',
  log_min_messages: 'log',
};

interface ServerUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: then the user of the installed server runs it, else `nobody`. */
async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const { stdout } = await run('getent', ['passwd', name]).catch(() => ({ stdout: '' }));
    const [, , uid, gid] = stdout.split(':');
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/** Into the files where the server expects them. */
async function writeCertificate(
  data: string,
  { cert, key }: { cert: string; key: string },
  user: ServerUser | undefined,
): Promise<void> {
  for (const [name, pem] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = join(data, name);
    await writeFile(file, pem, { mode: 0o600 });
    if (user !== undefined) await chown(file, user.uid, user.gid);
  }
  // Not as a flag, so that a test can turn it off.
  await appendFile(join(data, 'postgresql.auto.conf'), 'ssl = on\n');
}

async function runAs(user: ServerUser | undefined, file: string, args: string[]): Promise<void> {
  await run(file, args, { ...user, env: serverEnvironment() });
}

/** On Linux the server ends when the test process is killed, and not only when it stops in order. */
function spawnAs(user: ServerUser | undefined, file: string, args: string[]): ChildProcess {
  const endsWithParent = process.platform === 'linux';
  const options = { env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] as const };
  if (!endsWithParent) return spawn(file, args, { ...options, ...user, stdio: [...options.stdio] });
  const setpriv = ['--pdeathsig', 'SIGQUIT', file, ...args];
  const asUser =
    user === undefined
      ? []
      : ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  return spawn('setpriv', [...asUser, ...setpriv], { ...options, stdio: [...options.stdio] });
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Clients that come while it starts fill the log.
      log = `${log}${text}`.slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${log}`));
    });
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
