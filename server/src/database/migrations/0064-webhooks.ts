import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Webhooks, the messages of each that are not delivered yet, and a log of attempts. */
export const webhooks: Migration = {
  name: '0064-webhooks',
  async up(db, types) {
    const { text, integer, bytes } = types;
    await db.schema
      .createTable('webhooks')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('name', text)
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('kinds', text)
      .addColumn('details', integer, (c) => c.notNull())
      .addColumn('signature', text, (c) => c.notNull())
      .addColumn('sealed', bytes, (c) => c.notNull())
      .addColumn('earlier_sealed', bytes)
      .addColumn('earlier_until', integer)
      .addColumn('mac', bytes, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('stopped_at', integer)
      .addColumn('revision', integer, (c) => c.notNull())
      .addColumn('place', integer, (c) => c.notNull())
      .addColumn('place_at', integer, (c) => c.notNull())
      .addColumn('failures', integer, (c) => c.notNull())
      .addColumn('wait_until', integer, (c) => c.notNull())
      .addColumn('last_success_at', integer)
      .addColumn('last_failure_at', integer)
      .addColumn('last_error', text)
      .execute();
    await db.schema
      .createIndex('webhooks_of_account')
      .on('webhooks')
      .columns(['account_id', 'created_at'])
      .execute();
    await db.schema
      .createIndex('webhooks_live')
      .on('webhooks')
      .columns(['account_id', 'id'])
      .where(sql.ref('state'), '=', 'live')
      .execute();
    await db.schema
      .createIndex('webhooks_parked')
      .on('webhooks')
      .columns(['id'])
      .where(sql.ref('state'), '=', 'parked')
      .execute();
    await db.schema
      .createIndex('webhooks_ended')
      .on('webhooks')
      .columns(['stopped_at'])
      .where(sql.ref('state'), '=', 'ended')
      .execute();

    await db.schema
      .createTable('webhook_messages')
      .addColumn('webhook_id', text, (c) =>
        c.notNull().references('webhooks.id').onDelete('cascade'),
      )
      .addColumn('place', integer, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('event', text, (c) => c.notNull())
      .addColumn('attempts', integer, (c) => c.notNull())
      .addColumn('failing_since', integer)
      .addColumn('next_attempt_at', integer)
      .addPrimaryKeyConstraint('webhook_messages_pk', ['webhook_id', 'place'])
      .execute();
    await db.schema
      .createIndex('webhook_messages_by_subject')
      .on('webhook_messages')
      .columns(['webhook_id', 'subject', 'place'])
      .execute();
    await db.schema
      .createIndex('webhook_messages_due')
      .on('webhook_messages')
      .columns(['webhook_id', 'next_attempt_at'])
      .where(sql.ref('next_attempt_at'), 'is not', null)
      .execute();

    await types
      .withSequence(db.schema.createTable('webhook_attempts'))
      .addColumn('webhook_id', text, (c) =>
        c.notNull().references('webhooks.id').onDelete('cascade'),
      )
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('event_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('status', integer)
      .addColumn('ms', integer, (c) => c.notNull())
      .addColumn('error', text)
      .execute();
    await db.schema
      .createIndex('webhook_attempts_of_webhook')
      .on('webhook_attempts')
      .columns(['webhook_id', 'sequence'])
      .execute();
    await db.schema
      .createIndex('webhook_attempts_by_time')
      .on('webhook_attempts')
      .column('at')
      .execute();

    await db.schema.alterTable('feed_events').addColumn('webhook_id', text).execute();
  },
};

export const webhooksOfPendingFeeds: Migration = {
  name: '0064-webhooks-of-pending-feeds',
  only: 'postgres',
  async up({ schema }, { text }) {
    await schema.alterTable('pending_feed_events').addColumn('webhook_id', text).execute();
  },
};
