import type { Migration } from './migration.ts';

/**
 * Which browser sent or began files through a link without an address, and who invited a person. NULL: nobody that is
 * known, or an older version wrote the row.
 */
export const visitorsAndInviters: Migration = {
  name: '0054-visitors-and-inviters',
  async up({ schema }, { bytes, text }) {
    await schema.alterTable('dispatches').addColumn('visitor_hash', bytes).execute();
    await schema.alterTable('incoming_uploads').addColumn('visitor_hash', bytes).execute();
    await schema.alterTable('account_links').addColumn('invited_by', text).execute();
  },
};
