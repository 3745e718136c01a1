import { DatabaseSync } from 'node:sqlite';

import type { Database } from '../../domain/model/database.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import type { DatabaseDefinition } from '../database-definition.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from '../sqlite/migrate.ts';
import { setPragmas } from '../sqlite/open-database.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { databaseOn } from '../sqlite/sqlite-database.ts';

/** A database without rows: copying it takes a thirtieth of the time that creating the schema takes. */
let empty: Uint8Array | undefined;

/** A new database without rows, in the memory of this one handle. */
export function openInMemory(binding: RowBinding): Database {
  const database = new DatabaseSync(':memory:');
  if (empty !== undefined) database.deserialize(empty);
  setPragmas(database, { inMemory: true, busyTimeoutMs: 0 });
  const connection = new SqliteConnection(database);
  migrate(connection, sqliteCatalogue.schemaSteps, { onlyWhenEmpty: true });
  // Node has it since 26.1.
  if ('serialize' in database) empty ??= database.serialize();
  return databaseOn(connection, binding);
}

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

  findState: () => Promise.resolve('missing'),
  describe: () => 'the database in memory',

  open: (_location, { binding }) => Promise.resolve(openInMemory(binding)),
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
