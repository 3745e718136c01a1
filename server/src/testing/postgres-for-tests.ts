/**
 * One PostgreSQL server for a whole test run: `node --test --test-global-setup=…/postgres-for-tests.ts`. Test
 * files of the run reach it through the environment.
 */
import { launchPostgres, missingPostgres } from './postgres-server.ts';
import { sharePostgres } from './test-environment.ts';

let server: Awaited<ReturnType<typeof launchPostgres>> | undefined;

export async function globalSetup(): Promise<void> {
  if (missingPostgres !== false) throw new Error(missingPostgres);
  server = await launchPostgres();
  sharePostgres(server);
}

export async function globalTeardown(): Promise<void> {
  await server?.end();
}
