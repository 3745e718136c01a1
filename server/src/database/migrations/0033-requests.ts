import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Limits of a single request for files, the inbox's mark of what was seen, and an index for lists of requests. */
export const requests: Migration = {
  name: '0033-requests',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('grant_limits')
      .addColumn('dispatch_id', text, (c) =>
        c.primaryKey().notNull().references('dispatches.id').onDelete('cascade'),
      )
      .addColumn('max_files', integer)
      .addColumn('max_bytes', integer)
      .addColumn('max_file_bytes', integer)
      .addColumn('max_returns', integer)
      .execute();
    await schema.alterTable('dispatch_receivers').addColumn('seen_at', integer).execute();
    await schema
      .createIndex('dispatches_requested')
      .on('dispatches')
      .columns(['account_id', 'sequence'])
      .where(sql.ref('kind'), '=', 'grant')
      .execute();
  },
};
