import type { Migration } from './migration.ts';

/** What a sender changed later: other ends, and receivers that were added. */
export const changesOfDispatches: Migration = {
  name: '0052-changes-of-dispatches',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('dispatch_changes')
      .addColumn('dispatch_id', text, (c) =>
        c.notNull().references('dispatches.id').onDelete('cascade'),
      )
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('receiver_id', text, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('dispatch_changes_key', ['dispatch_id', 'at', 'receiver_id'])
      .execute();
    await schema
      .createIndex('dispatch_changes_by_end')
      .on('dispatch_changes')
      .column('expires_at')
      .execute();
  },
};
