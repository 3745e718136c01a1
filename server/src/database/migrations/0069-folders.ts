import type { Migration } from './migration.ts';

/**
 * The folders of files, beside their names: a node of the version before goes on without them. `name_in_folder` is what
 * a file was called where another file of the drop has its name.
 */
export const folders: Migration = {
  name: '0069-folders',
  async up({ schema }, { text }) {
    for (const table of ['files', 'incoming_uploads', 'chosen_files'] as const) {
      await schema
        .alterTable(table)
        .addColumn('folder', text, (c) => c.notNull().defaultTo(''))
        .execute();
    }
    await schema.alterTable('files').addColumn('name_in_folder', text).execute();
  },
};
