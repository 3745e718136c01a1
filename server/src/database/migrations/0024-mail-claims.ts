import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A message in delivery belongs to the process that delivers it, for as long as that lives. */
export const mailClaims: Migration = {
  name: '0024-mail-claims',
  async up({ schema }, { text }) {
    await schema.alterTable('mails').addColumn('claimed_by', text).execute();
    await schema
      .createIndex('mails_claimed')
      .on('mails')
      .column('claimed_by')
      .where(sql.ref('claimed_by'), 'is not', null)
      .execute();
  },
};
