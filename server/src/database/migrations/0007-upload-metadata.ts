import type { Migration } from './migration.ts';

/** The metadata of a tus client, unchanged: the client may ask for it. */
export const uploadMetadata: Migration = {
  name: '0007-upload-metadata',
  async up({ schema }, { text }) {
    await schema
      .alterTable('incoming_uploads')
      .addColumn('metadata', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
