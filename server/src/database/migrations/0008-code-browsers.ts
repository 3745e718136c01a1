import type { Migration } from './migration.ts';

/**
 * A code belongs to the browser that asked for it. Earlier codes belong to none, and are deleted: they
 * would have expired within ten minutes, and the receiver can ask for another.
 */
export const codeBrowsers: Migration = {
  name: '0008-code-browsers',
  async up({ schema }, { text, integer, bytes }) {
    await schema.dropTable('receiver_codes').execute();
    await schema
      .createTable('receiver_codes')
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('browser', bytes, (c) => c.notNull())
      .addColumn('mail_id', text, (c) => c.notNull())
      .addColumn('channel', text, (c) => c.notNull())
      .addColumn('hash', bytes, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('tries_left', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('receiver_codes_key', ['receiver_id', 'browser'])
      .execute();
    await schema
      .createIndex('receiver_codes_by_end')
      .on('receiver_codes')
      .column('expires_at')
      .execute();
    await schema
      .createIndex('receiver_codes_by_mail')
      .on('receiver_codes')
      .column('mail_id')
      .execute();
    await schema.alterTable('mails').addColumn('asked_from', text).execute();
  },
};
