import type { Migration } from './migration.ts';

/** What a request of API v1 made, by ids, so that a repeat is answered as the first one. */
export const outcomes: Migration = {
  name: '0062-outcomes',
  async up({ schema }, { text }) {
    await schema.alterTable('idempotency_keys').addColumn('outcome', text).execute();
  },
};
