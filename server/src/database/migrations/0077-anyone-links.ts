import type { Migration } from './migration.ts';

/** Links of drops for anyone: how often they are used, and what each browser has. */
export const anyoneLinks: Migration = {
  name: '0077-anyone-links',
  async up({ schema }, { text, integer, bytes }) {
    for (const column of ['opened_count', 'download_count']) {
      await schema
        .alterTable('dispatch_receivers')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await schema
      .createTable('visitor_downloads')
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('visitor_hash', bytes, (c) => c.notNull())
      // Empty: the browser has opened the page.
      .addColumn('file_id', text, (c) => c.notNull())
      .addColumn('spans', text, (c) => c.notNull())
      .addColumn('completed_at', integer)
      .addPrimaryKeyConstraint('visitor_downloads_key', ['receiver_id', 'visitor_hash', 'file_id'])
      .execute();
    // Whether a draft is to have such a link.
    await schema
      .alterTable('drafts')
      .addColumn('anyone', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
