import type { Migration } from './migration.ts';

/** Small pictures of files, by the content that they are of. */
export const pictures: Migration = {
  name: '0079-pictures',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .createTable('pictures')
      // No foreign key: an upload becomes a file with the same id, and others may share its content.
      .addColumn('content_id', text, (c) => c.primaryKey())
      .addColumn('width', integer, (c) => c.notNull())
      .addColumn('height', integer, (c) => c.notNull())
      // Last: lists of sizes do not read on to it.
      .addColumn('sealed', bytes, (c) => c.notNull())
      .execute();
  },
};
