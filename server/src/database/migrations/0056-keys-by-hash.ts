import type { Migration } from './migration.ts';

/** A bearer key comes without an address: its row is found by its hash. */
export const keysByHash: Migration = {
  name: '0056-keys-by-hash',
  async up({ schema }) {
    await schema.createIndex('api_keys_by_hash').on('api_keys').column('hash').execute();
  },
};
