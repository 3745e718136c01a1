import type { Migration } from './migration.ts';

/** What a send under an idempotency key took, so that a repeat takes away what was prepared again. */
export const repeatedSends: Migration = {
  name: '0048-repeated-sends',
  async up({ schema }, { bytes }) {
    await schema.alterTable('idempotency_keys').addColumn('receivers_mark', bytes).execute();
    await schema.alterTable('idempotency_keys').addColumn('file_marks', bytes).execute();
  },
};
