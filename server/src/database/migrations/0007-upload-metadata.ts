import type { Migration } from './migration.ts';

/** What a tus client said about its file, in its own words: it may ask for them. */
export const uploadMetadata: Migration = {
  name: '0007-upload-metadata',
  async up({ schema }, { text }) {
    await schema
      .alterTable('incoming_uploads')
      .addColumn('metadata', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
