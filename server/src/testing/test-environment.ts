import process from 'node:process';

import type { PostgresAccess } from './postgres-server.ts';

const kinds = ['sqlite', 'postgres'] as const;
const serverKinds = ['one', 'cluster'] as const;
const serverVariable = 'TEST_POSTGRES';

/**
 * Whether a server of a whole-server test is three nodes with one PostgreSQL database and one bucket, behind
 * a balancer: with TEST_SERVERS=cluster in the environment. `npm run test:cluster` runs the contract on it.
 */
export const isClusterChosen = choose('TEST_SERVERS', serverKinds) === 'cluster';

/**
 * The database that tests of whole servers and of the domain use, chosen by the environment variable
 * TEST_DATABASE. The pass `postgres` of scripts/test-passes.ts runs them on PostgreSQL.
 */
export function chosenDatabase(): (typeof kinds)[number] {
  return isClusterChosen ? 'postgres' : choose('TEST_DATABASE', kinds);
}

function choose<Kind extends string>(variable: string, choices: readonly [Kind, ...Kind[]]): Kind {
  const { [variable]: written = choices[0] } = process.env;
  const choice = choices.find((each) => each === written);
  if (choice === undefined) throw new Error(`${variable} must be one of ${choices.join(', ')}`);
  return choice;
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

/** Where answers of HTTP are written to, one in a line: `npm run api-examples` chooses examples from them. */
export const answersFile = process.env['RECORD_ANSWERS'];
