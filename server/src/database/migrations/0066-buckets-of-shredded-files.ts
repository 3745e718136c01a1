import type { Migration } from './migration.ts';

/**
 * The bucket under which the key of a shredded file was wrapped, so that it can be said when backups end, too. NULL
 * where the file is readable, and for what was shredded by earlier programs.
 */
export const bucketsOfShreddedFiles: Migration = {
  name: '0066-buckets-of-shredded-files',
  async up({ schema }, { text }) {
    await schema.alterTable('files').addColumn('shredded_bucket', text).execute();
  },
};
