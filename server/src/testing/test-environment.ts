import process from 'node:process';

import type { PostgresAccess } from './postgres-server.ts';

const kinds = ['sqlite', 'postgres'] as const;
const serverVariable = 'TEST_POSTGRES';

/**
 * The database that tests of whole servers and of the domain use, chosen by the environment variable
 * TEST_DATABASE. `npm run test:postgres` runs them on PostgreSQL.
 */
export function chosenDatabase(): (typeof kinds)[number] {
  const { TEST_DATABASE: written = 'sqlite' } = process.env;
  const kind = kinds.find((each) => each === written);
  if (kind === undefined) throw new Error(`TEST_DATABASE must be one of ${kinds.join(', ')}`);
  return kind;
}

/** The PostgreSQL server of a test run; undefined where each test file starts one. */
export function findSharedPostgres(): PostgresAccess | undefined {
  const { [serverVariable]: written } = process.env;
  return written === undefined ? undefined : (JSON.parse(written) as PostgresAccess);
}

/** Lets the processes that this one starts find the server. */
export function sharePostgres({ port, socketFolder }: PostgresAccess): void {
  process.env[serverVariable] = JSON.stringify({ port, socketFolder });
}
