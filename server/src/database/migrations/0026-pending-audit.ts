import type { Migration } from './migration.ts';

/**
 * Audit records of committed transactions that are not in the trail yet, for an engine whose transactions
 * run side by side: they cannot all know the newest record.
 */
export const pendingAudit: Migration = {
  name: '0026-pending-audit',
  only: 'postgres',
  async up(db, types) {
    const { text, integer, bytes } = types;
    await types
      .withSequence(db.schema.createTable('pending_audit'))
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('object', text, (c) => c.notNull())
      .addColumn('outcome', text, (c) => c.notNull())
      .addColumn('details', text, (c) => c.notNull())
      .addColumn('mac', bytes, (c) => c.notNull())
      .execute();
  },
};
