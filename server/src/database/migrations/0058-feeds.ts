import type { Kysely } from 'kysely';
import type { ColumnTypes, Migration } from './migration.ts';

/** Ids only. No foreign keys: an event outlives what it is about, and a check would wait for locks on the account. */
function eventsTable(db: Kysely<unknown>, types: ColumnTypes, name: string) {
  const { text, integer } = types;
  return types
    .withSequence(db.schema.createTable(name))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('account_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('drop_id', text)
    .addColumn('request_id', text)
    .addColumn('receiver_id', text)
    .addColumn('item', text)
    .addColumn('file_id', text)
    .addColumn('key_id', text)
    .addColumn('state', text);
}

/** What happened to the matters of accounts; `sequence` is the place in the feed. */
export const feeds: Migration = {
  name: '0058-feeds',
  async up(db, types) {
    await eventsTable(db, types, 'feed_events').execute();
    await db.schema
      .createIndex('feed_events_of_account')
      .on('feed_events')
      .columns(['account_id', 'sequence'])
      .execute();
    await db.schema.createIndex('feed_events_by_time').on('feed_events').column('at').execute();
  },
};

/**
 * Events of committed transactions that have no place in their feed yet, for an engine whose transactions run side by
 * side: the numbers that they take are not in the order of their commits.
 */
export const pendingFeeds: Migration = {
  name: '0058-pending-feeds',
  only: 'postgres',
  async up(db, types) {
    await eventsTable(db, types, 'pending_feed_events').execute();
    await db.schema
      .createIndex('pending_feed_events_of_account')
      .on('pending_feed_events')
      .columns(['account_id', 'sequence'])
      .execute();
  },
};
