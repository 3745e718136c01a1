import type { Migration } from './migration.ts';

/** Ranges of files that were sent and are still to become one audit record for each session. */
export const transferSums: Migration = {
  name: '0017-transfer-sums',
  async up({ schema }, { text, integer }) {
    // No foreign keys: transfers are recorded although their drop is gone.
    await schema
      .createTable('transfer_sums')
      .addColumn('receiver_id', text, (c) => c.notNull())
      .addColumn('file_id', text, (c) => c.notNull())
      .addColumn('way', text, (c) => c.notNull())
      .addColumn('network', text, (c) => c.notNull())
      .addColumn('dispatch_id', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('file_name', text, (c) => c.notNull())
      .addColumn('file_bytes', integer, (c) => c.notNull())
      .addColumn('was_asked_for', integer, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('requests', integer, (c) => c.notNull())
      .addColumn('bytes', integer, (c) => c.notNull())
      .addColumn('has_whole_part', integer, (c) => c.notNull())
      .addColumn('has_fault', integer, (c) => c.notNull())
      .addColumn('first_at', integer, (c) => c.notNull())
      .addColumn('last_at', integer, (c) => c.notNull())
      .addColumn('due_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('transfer_sums_key', ['receiver_id', 'file_id', 'way', 'network'])
      .execute();
    await schema.createIndex('transfer_sums_due').on('transfer_sums').column('due_at').execute();
    await schema
      .createIndex('transfer_sums_by_dispatch')
      .on('transfer_sums')
      .column('dispatch_id')
      .execute();
  },
};
