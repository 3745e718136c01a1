import type { Migration } from './migration.ts';

/** Files that were sent on from an inbox, or are about to be, by the receiver to whom they had come. */
export const sentOnFiles: Migration = {
  name: '0075-sent-on-files',
  async up({ schema }, { text }) {
    await schema
      .createTable('sent_on_files')
      // No foreign key: an upload becomes a file with the same id.
      .addColumn('file_id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      // Nor here: where the receiver is gone, what was sent on must end.
      .addColumn('receiver_id', text, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('sent_on_files_by_receiver')
      .on('sent_on_files')
      .column('receiver_id')
      .execute();
    await schema
      .createIndex('sent_on_files_by_account')
      .on('sent_on_files')
      .column('account_id')
      .execute();
  },
};
