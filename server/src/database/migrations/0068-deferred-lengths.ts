import type { Migration } from './migration.ts';

/**
 * Uploads whose size is declared later. Until then `size_bytes` is one more than what has come, so that nodes of
 * the version before, which do not know this column, take none of them for complete.
 */
export const deferredLengths: Migration = {
  name: '0068-deferred-lengths',
  async up({ schema }, { integer }) {
    await schema
      .alterTable('incoming_uploads')
      .addColumn('length_deferred', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
