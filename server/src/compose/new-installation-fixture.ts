import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { systemClock, systemRandomness } from '../platform/system.ts';
import { lazily } from '../platform/lazily.ts';
import type { StoreSettings } from '../stores/store-settings.ts';
import { createTestDatabase, testStores } from '../testing/test-database-fixture.ts';
import { openInstallation } from './installation.ts';

/** A new installation that nobody opens again. Undefined on SQLite, where making one takes no longer than a copy. */
const makeFirst = lazily(async () => {
  const database = await createTestDatabase();
  if (database === undefined) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-new-'));
  process.once('exit', () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const stores = await testStores(dataDir, database);
  const place = { stores, keyDir: join(dataDir, 'keys') };
  const world = { clock: systemClock, randomness: systemRandomness };
  await (await openInstallation({ ...place, ...world }, { create: true })).close();
  return { dataDir, database };
});

/** The stores of a new installation, of which some is in this data folder already. */
export async function newInstallation(dataDir: string): Promise<StoreSettings> {
  const first = await makeFirst();
  if (first === undefined) return await testStores(dataDir);
  await cp(first.dataDir, dataDir, { recursive: true });
  return await testStores(dataDir, await createTestDatabase(first.database));
}
