import assert from 'node:assert/strict';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { testCoordination } from '../coordination.conformance.ts';
import { openNodes } from './coordination-fixture.ts';

/** Creating a database for each case would take most of the time. */
async function open() {
  const server = await startPostgresServer();
  return { server, database: await server.createDatabase() };
}

const opened = missingPostgres === false ? open() : undefined;

testCoordination(
  'PostgreSQL',
  async (context) => {
    const { server, database } = (await opened) ?? assert.fail();
    return await openNodes(context, server, database);
  },
  { canDie: true, skip: missingPostgres },
);
