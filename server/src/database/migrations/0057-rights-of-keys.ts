import type { Migration } from './migration.ts';

/**
 * What a key may do, and where it may be used from. NULL means what every key could do before, so that rows of earlier
 * programs, which may still run beside this one, need no change.
 */
export const rightsOfKeys: Migration = {
  name: '0057-rights-of-keys',
  async up({ schema }, { text }) {
    await schema.alterTable('api_keys').addColumn('scopes', text).execute();
    await schema.alterTable('api_keys').addColumn('networks', text).execute();
  },
};
