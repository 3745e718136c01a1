import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * One number that grows with every change of the tables behind sign-in and CSRF tokens, so that a cache can
 * tell such changes from all others.
 */
export const accessChanges: Migration = {
  name: '0005-access-changes',
  async up(db, types) {
    await db.schema
      .createTable('access_changes')
      .addColumn('version', types.integer, (c) => c.notNull())
      .execute();
    await sql`insert into access_changes (version) values (0)`.execute(db);
    for (const table of ['accounts', 'api_keys', 'csrf_tokens']) {
      const count = 'update access_changes set version = version + 1';
      for (const trigger of types.afterEachChange(table, count)) await trigger.execute(db);
    }
  },
};
