import type { Migration } from './migration.ts';

/** Drops that people prepare in the browser, what they choose for a drop, and whom they sent to before. */
export const drafts: Migration = {
  name: '0031-drafts',
  async up({ schema }, types) {
    const { text, integer, bytes } = types;
    await schema
      .createTable('drafts')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('ticket_hash', bytes, (c) => c.notNull().unique())
      .addColumn('receivers', text, (c) => c.notNull())
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('lifetime', text, (c) => c.notNull())
      .addColumn('second_factor', text)
      .addColumn('download_limit', integer)
      .addColumn('receipts', text)
      // No foreign key: the draft answers a repeated send, even once the drop is gone.
      .addColumn('dispatch_id', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('changed_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('drafts_by_account')
      .on('drafts')
      .columns(['account_id', 'changed_at'])
      .execute();
    await schema.createIndex('drafts_by_expiry').on('drafts').column('expires_at').execute();

    await schema
      .createTable('past_receivers')
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('nick', text, (c) => c.notNull())
      .addColumn('last_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('past_receivers_key', ['account_id', 'email'])
      .execute();
    await schema
      .createIndex('past_receivers_by_email')
      .on('past_receivers')
      .column('email')
      .execute();

    await schema
      .createIndex('global_contacts_by_nick')
      .on('global_contacts')
      .column('nick')
      .execute();

    // NULL: any number of times; as the notices of the account say.
    await schema.alterTable('dispatches').addColumn('download_limit', integer).execute();
    await schema.alterTable('dispatches').addColumn('receipts', text).execute();
    // NULL where the drop has no limit.
    await schema.alterTable('downloads').addColumn('times', integer).execute();
    await schema.alterTable('downloads').addColumn('sent_bytes', integer).execute();
  },
};
