import type { Migration } from './migration.ts';

/** Files that were chosen for a draft, so that it can name those that were never uploaded. */
export const chosenFiles: Migration = {
  name: '0050-chosen-files',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('chosen_files')
      .addColumn('draft_id', text, (c) => c.notNull().references('drafts.id').onDelete('cascade'))
      // The key in the metadata of its upload.
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('fingerprint', text, (c) => c.notNull())
      .addColumn('place', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('chosen_files_key', ['draft_id', 'key'])
      .execute();
  },
};
