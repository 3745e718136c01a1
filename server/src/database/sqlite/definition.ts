import { existsSync, statSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { systemErrorCode } from '../../domain/model/valise-error.ts';
import type { DatabaseDefinition, DataLocation } from '../database-definition.ts';
import { keepBallast } from './ballast.ts';
import { openReadOnly } from './open-database.ts';
import {
  openSqliteDatabase,
  openSqliteDatabaseToRead,
  openWithFirstUse,
} from './sqlite-database.ts';

const fileName = 'valise.db';

/** Primary result codes of SQLite: no permission, read-only, damaged, cannot be opened, no database. */
const dataFaults = [3, 8, 11, 14, 26];

/** One file, and a journal beside it while it is open. */
export const sqliteDatabase: DatabaseDefinition = {
  name: 'sqlite',
  label: fileName,
  isShared: true,
  blocksOnCommit: true,
  servers: 'one',

  async findState(location) {
    try {
      const found = await lstat(fileOf(location));
      return found.isFile() && found.size === 0 ? 'empty' : 'present';
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return 'missing';
      throw error;
    }
  },
  describe: fileOf,

  open: async (location, options) => await openSqliteDatabase(fileOf(location), options),
  openToWrite: (location, { binding }) => openWithFirstUse(fileOf(location), binding),
  openToRead: async (location, { binding }) =>
    await openSqliteDatabaseToRead(fileOf(location), binding),

  openTables: async (location) =>
    (await import('./sqlite-tables.ts')).openSqliteTables(fileOf(location)),

  async setAside(location, at) {
    const path = fileOf(location);
    // The journal of a database that no process has open is empty, or gone.
    await rename(path, `${path}.before-${at}`);
    for (const beside of ['-wal', '-shm']) await rm(`${path}${beside}`, { force: true });
  },

  isDataFault: (error) =>
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    dataFaults.includes(error.errcode & 0xff),
  keepReserve: async (location, bytes) => await keepBallast(fileOf(location), bytes),

  inspection: {
    engine: 'SQLite',
    salvage: `Without a backup, "sqlite3 ${fileName} .recover | sqlite3 saved.db" saves the rows that can be read: put saved.db in its place and look again.`,
    findFaults: async (location) => await Promise.resolve(findFaults(fileOf(location))),
    findNewestChange(location) {
      const times = [fileOf(location), `${fileOf(location)}-wal`]
        .map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs)
        .filter((at) => at !== undefined);
      return times.length === 0 ? undefined : Math.max(...times);
    },
    mayHaveLostChanges: (location) => !existsSync(`${fileOf(location)}-wal`),
  },
};

function fileOf({ dataDir }: DataLocation): string {
  return join(dataDir, fileName);
}

/** An error of SQLite about a file that it cannot read is a finding like any other. */
function findFaults(path: string): string[] {
  try {
    return findDatabaseFaults(path);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return [error.message];
    throw error;
  }
}

/** Enough to know the state of the database. */
const mostFaults = 10;

/**
 * The faults of a database file: pages and indexes that SQLite cannot read, and rows that refer to missing
 * ones. Empty when it is sound. Reads only, while a server may run.
 */
function findDatabaseFaults(path: string): string[] {
  const database = openReadOnly(path);
  try {
    const damage = findDamage(database);
    return damage.length > 0 ? damage : findBrokenReferences(database);
  } finally {
    database.close();
  }
}

function findDamage(database: DatabaseSync): string[] {
  return database
    .prepare(`pragma quick_check(${mostFaults})`)
    .all()
    .map((row) => String(Object.values(row)[0]))
    .filter((line) => line !== 'ok');
}

function findBrokenReferences(database: DatabaseSync): string[] {
  const faults: string[] = [];
  for (const row of database.prepare('pragma foreign_key_check').iterate()) {
    const [table, , parent] = Object.values(row).map(String);
    faults.push(`a row of ${table} belongs to a row of ${parent} that is not there`);
    if (faults.length === mostFaults) break;
  }
  return faults;
}
