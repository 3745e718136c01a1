import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import type { PostgresDatabase, PostgresServer } from '../../server/src/testing/postgres-server.ts';
import { startPostgresServer } from '../../server/src/testing/postgres-server.ts';

export { missingPostgres } from '../../server/src/testing/postgres-server.ts';

/** Names the database in the settings of a data folder, where the server and commands find it. */
export async function useDatabase(
  dataDir: string,
  { databaseUrl, databasePassword }: PostgresDatabase,
): Promise<void> {
  const databasePasswordFile = join(dataDir, 'database-password');
  await writeFile(databasePasswordFile, databasePassword, { mode: 0o600 });
  const path = join(dataDir, 'valise.json');
  const settings = existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as object) : {};
  await writeFile(path, JSON.stringify({ ...settings, databaseUrl, databasePasswordFile }));
}

/** A data folder on a PostgreSQL server that the test can stop. Both go away with the test or file. */
export async function makePostgresFolder(): Promise<{ dataDir: string; postgres: PostgresServer }> {
  const postgres = await startPostgresServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-e2e-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  await useDatabase(dataDir, await postgres.createDatabase());
  return { dataDir, postgres };
}
