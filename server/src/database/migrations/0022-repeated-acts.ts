import type { Migration } from './migration.ts';

/** Acts that anyone can repeat without limit: how often each was done in the current hour. */
export const repeatedActs: Migration = {
  name: '0022-repeated-acts',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('repeated_acts')
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('object', text, (c) => c.notNull())
      .addColumn('outcome', text, (c) => c.notNull())
      .addColumn('details', text, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('acts', integer, (c) => c.notNull())
      .addColumn('first_at', integer, (c) => c.notNull())
      .addColumn('last_at', integer, (c) => c.notNull())
      .addColumn('due_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('repeated_acts_key', ['action', 'subject'])
      .execute();
    await schema.createIndex('repeated_acts_due').on('repeated_acts').column('due_at').execute();
  },
};
