import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import pino from 'pino';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { systemClock } from '../platform/system.ts';
import { getStores } from '../stores/registry.ts';
import type { StoreSettings } from '../stores/store-settings.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import { composeCoordination } from './coordination.ts';

const limits = { perLink: 1, perNetwork: 0, inAll: 0 };
const link = { link: 'a', network: null };

async function compose(context: TestContext, settings: StoreSettings) {
  const ofServer = createSingleProcessCoordination(systemClock, limits);
  const composed = await composeCoordination(
    { stores: getStores(settings), clock: systemClock },
    { limits, log: pino({ level: 'silent' }), ofServer: () => ofServer },
  );
  context.after(() => composed.close());
  return { ...composed, ofServer };
}

test('a server that is alone on its data coordinates its own processes', async (context) => {
  const location = { dataDir: '/nonexistent' };
  const { coordination, ofServer } = await compose(context, {
    database: 'sqlite',
    blobs: 'file',
    location,
  });
  assert.equal(coordination, ofServer);
});

test(
  'servers that share a database coordinate through it',
  { skip: missingPostgres },
  async (context) => {
    const location = {
      dataDir: '/nonexistent',
      ...(await (await startPostgresServer()).createDatabase()),
    };
    const settings = { database: 'postgres', blobs: 'file', location };
    const one = await compose(context, settings);
    const other = await compose(context, settings);
    await one.coordination.slots.take(link);
    await assert.rejects(other.coordination.slots.take(link), { code: 'too_many_requests' });
    await one.close();
    await other.coordination.slots.take(link);
  },
);
