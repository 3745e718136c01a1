/**
 * The harness of whole-server tests: the real server as a process of its own, on a port of the
 * loopback interface and in a data folder that are both taken for the test and given back after it.
 * Tests built on it know what a client and an operator know: HTTP, the `valise` command, and the
 * files of the data folder.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chosenDatabase, isClusterChosen } from '../../server/src/testing/test-environment.ts';
import { useDatabase } from './folder-settings.ts';
import type { RunningServer, ServerOptions } from './server-process.ts';
import { ServerProcess } from './server-process.ts';

export type { RunningServer, ServerOptions } from './server-process.ts';
export { untilGone } from './server-process.ts';

/** Starts a server. It is stopped, and its data removed, when the test or file that asked is over. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  // Most tests need neither a cluster nor PostgreSQL, and would spend more time on loading them than on themselves.
  if (isClusterChosen) return await (await import('./cluster.ts')).startCluster(options);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'valise-e2e-')));
  await chooseDatabase(dataDir);
  const server = new ServerProcess(dataDir, options);
  async function end(): Promise<void> {
    await server.vanish();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  }
  after(end);
  try {
    await server.start();
  } catch (error) {
    // A file that fails while it is loaded runs no hooks.
    await end();
    throw error;
  }
  return server;
}

/**
 * Where tests run on PostgreSQL, a new data folder gets a database of its own. It is named in valise.json,
 * which commands read, too.
 */
async function chooseDatabase(dataDir: string): Promise<void> {
  const hasData = ['valise.db', 'stores.json', 'database-password'].some((name) =>
    existsSync(join(dataDir, name)),
  );
  if (hasData || chosenDatabase() !== 'postgres') return;
  const { createTestDatabase } = await import('../../server/src/testing/test-database-fixture.ts');
  const database = await createTestDatabase();
  if (database === undefined) return;
  await useDatabase(dataDir, database);
}
