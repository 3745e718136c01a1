import type { DatabaseSync } from 'node:sqlite';
import { openReadOnly } from './open-database.ts';

/** So many are enough to know how it stands. */
const mostFaults = 10;

/**
 * What is wrong with a database file: pages and indexes that SQLite cannot make sense of, and rows
 * that refer to others which are not there. Nothing when it is sound. Reads only, beside any server.
 */
export function findDatabaseFaults(path: string): string[] {
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
