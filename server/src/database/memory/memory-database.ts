import type { DatabaseDefinition } from '../database-definition.ts';
import { sqliteDatabase } from '../sqlite/definition.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

function refuseSecondHandle(): never {
  throw new Error('A database in memory belongs to the handle that made it');
}

/** A database in the memory of its one handle, for tests. */
export const memoryDatabase: DatabaseDefinition = {
  name: 'memory',
  label: 'the database in memory',
  isShared: false,
  blocksOnCommit: false,
  servers: 'one',
  capabilities: sqliteDatabase.capabilities,

  findState: () => Promise.resolve('missing'),
  describe: () => 'the database in memory',

  open: async (_location, options) => await openSqliteDatabase(':memory:', options),
  openToWrite: refuseSecondHandle,
  openToRead: refuseSecondHandle,
  openTables: refuseSecondHandle,

  isDataFault: () => false,
  inspection: {
    engine: 'SQLite',
    salvage: '',
    findFaults: () => Promise.resolve([]),
    findNewestChange: () => undefined,
    mayHaveLostChanges: () => false,
  },
};
