import type { Migration } from './migration.ts';

/** The buckets that this database created, so that it destroys no key of another. */
export const keyBuckets: Migration = {
  name: '0010-key-buckets',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('key_buckets')
      .addColumn('bucket', text, (c) => c.primaryKey())
      .addColumn('spent_at', integer)
      .execute();
  },
};
