import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import type { PostgresServer } from '../../server/src/testing/postgres-server.ts';
import { startPostgresServer } from '../../server/src/testing/postgres-server.ts';
import { addAccount } from './add-account.ts';
import type { Credentials } from './add-account.ts';
import { useDatabase } from './folder-settings.ts';
import type { RunningServer, ServerOptions } from './server.ts';
import { startServer } from './server.ts';

export interface TwoNodes {
  nodes: readonly [RunningServer, RunningServer];
  accounts: Record<string, Credentials>;
  postgres: PostgresServer;
}

/**
 * Two nodes of one installation: a database on a PostgreSQL server, one folder of files, the same root key,
 * and a data folder each. The first one runs the jobs.
 */
export async function startTwoNodes(
  names: readonly string[],
  options: ServerOptions = {},
): Promise<TwoNodes> {
  const home = await mkdtemp(join(tmpdir(), 'valise-nodes-'));
  const postgres = await startPostgresServer();
  const database = await postgres.createDatabase();
  const folders = ['first', 'second'].map((name) => join(home, name)) as [string, string];
  for (const dataDir of folders) {
    await mkdir(dataDir);
    await useDatabase(dataDir, database);
  }
  const [firstDir, secondDir] = folders;
  const first = await startServer({ ...options, dataDir: firstDir });
  await symlink(join(firstDir, 'blobs'), join(secondDir, 'blobs'));
  await mkdir(join(secondDir, 'keys'), { mode: 0o700 });
  await cp(join(firstDir, 'keys', 'root.key'), join(secondDir, 'keys', 'root.key'));
  const second = await startServer({ ...options, dataDir: secondDir });
  // After the servers have ended: hooks run in their order.
  after(() => rm(home, { recursive: true, force: true }));
  const accounts: Record<string, Credentials> = {};
  for (const name of names) {
    accounts[name] = await addAccount(firstDir, `${name}@example.com`);
  }
  return { nodes: [first, second], accounts, postgres };
}
