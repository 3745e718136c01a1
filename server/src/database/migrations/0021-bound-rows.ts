import type { Migration } from './migration.ts';

/** The MACs that bind API keys, receivers and links to what they open. Rows get theirs at a start. */
export const boundRows: Migration = {
  name: '0021-bound-rows',
  async up({ schema }, { bytes }) {
    await schema.alterTable('api_keys').addColumn('mac', bytes).execute();
    await schema.alterTable('dispatch_receivers').addColumn('mac', bytes).execute();
    await schema.alterTable('dispatch_receivers').addColumn('link_mac', bytes).execute();
  },
};
