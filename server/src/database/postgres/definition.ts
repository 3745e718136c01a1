import type { Database } from '../../domain/model/database.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import type { DatabaseDefinition, DataLocation } from '../database-definition.ts';
import { addressOf, describeAddress } from './address.ts';
import { isDataFault } from './postgres-errors.ts';

/** A database on a PostgreSQL server. The driver is loaded when one is opened. */
export const postgresDatabase: DatabaseDefinition = {
  name: 'postgres',
  label: 'the PostgreSQL database',
  isShared: true,
  blocksOnCommit: false,
  servers: 'many',

  findState: async (location) => await (await inspect()).findState(location),
  describe: describeAddress,

  open: async (location, options) => await (await load()).openPostgresDatabase(location, options),
  openToWrite,
  openToRead: async (location, { binding }) =>
    await (await load()).openPostgresDatabaseToRead(location, binding),

  async openKeyring(location) {
    const { createPostgresKeyringStorage } = await import('./keyring-storage.ts');
    return createPostgresKeyringStorage(location);
  },

  findRisks: async (location) => await (await inspect()).findRisks(location),

  openTables: async (location) =>
    await (await import('./postgres-tables.ts')).openPostgresTables(location),

  isDataFault,

  inspection: {
    engine: 'PostgreSQL',
    salvage: '',
    findFaults: async (location) => await (await inspect()).findFaults(location),
    // Only the server knows.
    findNewestChange: () => undefined,
    mayHaveLostChanges: () => false,
  },
};

async function load() {
  return await import('./postgres-database.ts');
}

async function inspect() {
  return await import('./inspection.ts');
}

function openToWrite(
  location: DataLocation,
  { binding }: { binding: RowBinding },
): Pick<Database, 'transact' | 'check'> {
  // A wrong address is reported at once, and not with the first change.
  addressOf(location);
  let opening: Promise<Database> | undefined;
  async function open(): Promise<Database> {
    opening ??= load().then(({ databaseAt }) => databaseAt(location, binding));
    return await opening;
  }
  return {
    transact: async (work) => await (await open()).transact(work),
    check: async () => {
      await (await open()).check();
    },
  };
}
