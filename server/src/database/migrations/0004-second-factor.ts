import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Codes that receivers enter, and the browsers that entered one. */
export const secondFactor: Migration = {
  name: '0004-second-factor',
  async up(db, { text, integer, bytes }) {
    const { schema } = db;

    for (const table of ['accounts', 'dispatches']) {
      await schema
        .alterTable(table)
        .addColumn('second_factor', text, (c) => c.notNull().defaultTo('off'))
        .execute();
    }

    await schema
      .createTable('receiver_codes')
      .addColumn('receiver_id', text, (c) =>
        c.primaryKey().notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('mail_id', text, (c) => c.notNull())
      .addColumn('channel', text, (c) => c.notNull())
      .addColumn('hash', bytes, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('tries_left', integer, (c) => c.notNull())
      .execute();
    await schema
      .createTable('receiver_sessions')
      .addColumn('hash', bytes, (c) => c.primaryKey().notNull())
      .addColumn('receiver_id', text, (c) =>
        c.notNull().references('dispatch_receivers.id').onDelete('cascade'),
      )
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    for (const table of ['receiver_codes', 'receiver_sessions']) {
      await schema.createIndex(`${table}_by_end`).on(table).column('expires_at').execute();
    }
    await schema
      .createIndex('receiver_sessions_by_receiver')
      .on('receiver_sessions')
      .column('receiver_id')
      .execute();

    await schema
      .createIndex('mails_codes')
      .on('mails')
      .column('created_at')
      .where(sql.ref('kind'), '=', 'code')
      .execute();
    await schema
      .createIndex('mails_codes_due')
      .on('mails')
      .column('next_attempt_at')
      .where(sql.ref('state'), '=', 'waiting')
      .where(sql.ref('kind'), '=', 'code')
      .execute();
  },
};
