import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Quotas of single accounts, and lists and sums for administrators at any size. */
export const administration: Migration = {
  name: '0036-administration',
  async up({ schema }, { integer }) {
    await schema.alterTable('accounts').addColumn('quota_bytes', integer).execute();
    await schema
      .createIndex('accounts_by_role')
      .on('accounts')
      .columns(['role', 'email'])
      .execute();
    await schema
      .createIndex('accounts_disabled')
      .on('accounts')
      .column('email')
      .where(sql.ref('disabled_at'), 'is not', null)
      .execute();
    // They contain all that sums need: SQLite reads the row of a file for the condition, unless it is here too.
    for (const column of ['account_id', 'key_bucket']) {
      await schema
        .createIndex(`files_sizes_by_${column}`)
        .on('files')
        .columns([column, 'size_bytes', 'shredded_at'])
        .where(sql.ref('shredded_at'), 'is', null)
        .execute();
    }
    for (const state of ['refused', 'abandoned', 'withdrawn', 'suppressed']) {
      await schema
        .createIndex(`mails_${state}`)
        .on('mails')
        .column('settled_at')
        .where(sql.ref('state'), '=', state)
        .execute();
    }
  },
};
