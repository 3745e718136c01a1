import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What receivers without an account need: links that can be sent again, downloads, and real mail. */
export const receivers: Migration = {
  name: '0002-receivers',
  async up(db, types) {
    const { text, integer } = types;
    const { schema } = db;

    for (const column of ['receipts', 'reminders']) {
      await schema
        .alterTable('accounts')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(1))
        .execute();
    }
    await schema
      .alterTable('dispatch_receivers')
      .addColumn('link_generation', integer, (c) => c.notNull().defaultTo(0))
      .execute();

    // Files that a contact sends back are a dispatch of their own, to the account that granted the upload
    // page.
    for (const column of ['sender_email', 'sender_nick', 'grant_receiver_id']) {
      await schema.alterTable('dispatches').addColumn(column, text).execute();
    }

    await schema
      .createIndex('dispatches_by_grant')
      .on('dispatches')
      .column('grant_receiver_id')
      .where(sql.ref('grant_receiver_id'), 'is not', null)
      .execute();

    await schema
      .createTable('downloads')
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('file_id', text, (c) => c.notNull())
      .addColumn('spans', text, (c) => c.notNull())
      .addColumn('completed_at', integer)
      .addPrimaryKeyConstraint('downloads_key', ['receiver_id', 'file_id'])
      .execute();

    await schema.alterTable('outbox').renameTo('outbox_before').execute();
    await types
      .withSequence(schema.createTable('mails'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('to_email', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', integer, (c) => c.notNull())
      .addColumn('settled_at', integer)
      .addColumn('last_error', text)
      .execute();
    // A receiver has one such mail so far, so the receiver's id serves as the mail's.
    await sql`
      insert into mails (id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at)
      select o.receiver_id, o.kind, r.email, d.account_id, o.receiver_id, o.created_at, 'waiting', 0, o.created_at
      from outbox_before o
      join dispatch_receivers r on r.id = o.receiver_id
      join dispatches d on d.id = r.dispatch_id
      order by o.sequence`.execute(db);
    await schema.dropTable('outbox_before').execute();
    await schema
      .createIndex('mails_due')
      .on('mails')
      .column('next_attempt_at')
      .where(sql.ref('state'), '=', 'waiting')
      .execute();
    await schema.createIndex('mails_by_receiver').on('mails').column('receiver_id').execute();
    await schema.createIndex('mails_by_account').on('mails').column('account_id').execute();
  },
};
