import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Items of an inbox are handed out to programs, each to one at a time, until one has acknowledged it. */
export const inboxLeases: Migration = {
  name: '0063-inbox-leases',
  async up({ schema }, { text, integer }) {
    const columns = [
      ['leases', integer, 0],
      ['lease_ends_at', integer, 0],
      ['lease_nonce', text, ''],
      ['acknowledged_at', integer, null],
      ['parked_at', integer, null],
    ] as const;
    for (const [name, type, standard] of columns) {
      await schema
        .alterTable('dispatch_receivers')
        .addColumn(name, type, (c) => (standard === null ? c : c.notNull().defaultTo(standard)))
        .execute();
    }
    // What waits for a program and nothing else: what was acknowledged costs nothing.
    await schema
      .createIndex('dispatch_receivers_queue')
      .on('dispatch_receivers')
      .columns(['email', 'inbox_sequence'])
      .where(sql.ref('inbox_sequence'), 'is not', null)
      .where(sql.ref('acknowledged_at'), 'is', null)
      .where(sql.ref('parked_at'), 'is', null)
      .execute();
    // What was handed out as often as it may be.
    await schema
      .createIndex('dispatch_receivers_spent')
      .on('dispatch_receivers')
      .column('lease_ends_at')
      .where(sql.ref('leases'), '>=', 10)
      .where(sql.ref('inbox_sequence'), 'is not', null)
      .where(sql.ref('acknowledged_at'), 'is', null)
      .where(sql.ref('parked_at'), 'is', null)
      .execute();
  },
};
