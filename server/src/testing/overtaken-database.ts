import type { Database } from '../domain/model/database.ts';

/**
 * The same database, where the next transaction begins only when `other` is done: another process was
 * faster.
 */
export function overtakenDatabase(database: Database, other: () => Promise<unknown>): Database {
  let waits = true;
  return {
    ...database,
    async transact(work) {
      if (waits) {
        waits = false;
        await other();
      }
      return await database.transact(work);
    },
  };
}
