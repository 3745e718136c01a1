import type { Migration } from './migration.ts';

/** Uploads keep the state of their hash, so that any process can continue it. */
export const hashStates: Migration = {
  name: '0025-hash-states',
  async up({ schema }, { bytes }) {
    await schema.alterTable('incoming_uploads').addColumn('hash_state', bytes).execute();
  },
};
