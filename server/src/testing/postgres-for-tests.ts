import { launchPostgres, missingPostgres } from './postgres-server.ts';
import { sharePostgres } from './test-environment.ts';

let server: Awaited<ReturnType<typeof launchPostgres>> | undefined;

/** One PostgreSQL server for a pass of the tests. Its files reach it through the environment. */
export const postgresForTests = {
  missing: missingPostgres,

  async start(): Promise<void> {
    server = await launchPostgres();
    sharePostgres(server);
  },

  async end(): Promise<void> {
    await server?.end();
  },
};
