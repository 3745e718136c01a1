import type { Migration } from './migration.ts';

/**
 * Other indexes find the files of a dispatch. This one found all files without a dispatch as well, and SQLite read
 * the trays of all accounts with it to answer for one.
 */
export const lookupsOfFiles: Migration = {
  name: '0042-lookups-of-files',
  async up({ schema }) {
    await schema.dropIndex('files_by_dispatch').execute();
  },
};
