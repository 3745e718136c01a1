import type { Migration } from './migration.ts';

/** The unit in which an account counts `desttime`, and the one in which the ttl of a dispatch is counted. */
export const desttimeUnits: Migration = {
  name: '0006-desttime-units',
  async up({ schema }, { text }) {
    await schema.alterTable('accounts').addColumn('desttime_unit', text).execute();
    await schema.alterTable('dispatches').addColumn('ttl_unit', text).execute();
  },
};
