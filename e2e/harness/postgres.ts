import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import type { PostgresServer } from '../../server/src/testing/postgres-server.ts';
import { startPostgresServer } from '../../server/src/testing/postgres-server.ts';
import { useDatabase } from './folder-settings.ts';

export type { PostgresAccess } from '../../server/src/testing/postgres-server.ts';
export { missingPostgres, startPostgresServer } from '../../server/src/testing/postgres-server.ts';

/** A data folder on a PostgreSQL server that the test can stop. Both go away with the test or file. */
export async function makePostgresFolder(): Promise<{ dataDir: string; postgres: PostgresServer }> {
  const postgres = await startPostgresServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-e2e-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  await useDatabase(dataDir, await postgres.createDatabase());
  return { dataDir, postgres };
}
