import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Refusals of mail; wrong codes of a receiver; the pending digests of an account. */
export const mailRefusals: Migration = {
  name: '0019-mail-refusals',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('suppressions')
      .addColumn('email', text, (c) => c.notNull())
      // Empty where mail from every account is refused: a key must not hold NULL.
      .addColumn('account_id', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('suppressions_key', ['email', 'account_id'])
      .execute();
    await schema
      .alterTable('dispatch_receivers')
      .addColumn('refused_codes', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    // The mails of an account in a day are counted whenever it sends.
    await schema
      .createIndex('mails_with_links')
      .on('mails')
      .columns(['account_id', 'created_at'])
      .where(sql.ref('kind'), 'in', ['download', 'upload'])
      .execute();
    await schema
      .createIndex('mails_digests')
      .on('mails')
      .columns(['account_id', 'kind'])
      .where(sql.ref('listed'), 'is not', null)
      .execute();
  },
};
