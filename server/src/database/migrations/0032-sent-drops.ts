import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What senders follow: when receivers opened a drop or were revoked, and lists of drops at any size. */
export const sentDrops: Migration = {
  name: '0032-sent-drops',
  async up({ schema }, { integer }) {
    for (const column of ['opened_at', 'revoked_at']) {
      await schema.alterTable('dispatch_receivers').addColumn(column, integer).execute();
    }
    // Each drop is in one of these two: a list of all drops merges them.
    for (const [name, ended] of [
      ['dispatches_sent', 'is'],
      ['dispatches_sent_ended', 'is not'],
    ] as const) {
      await schema
        .createIndex(name)
        .on('dispatches')
        .columns(['account_id', 'sequence'])
        .where(sql.ref('kind'), '=', 'drop')
        .where(sql.ref('ended_at'), ended, null)
        .execute();
    }
    await schema
      .createIndex('mails_undelivered')
      .on('mails')
      .columns(['account_id', 'settled_at'])
      .where(sql.ref('kind'), '=', 'download')
      .where(sql.ref('state'), 'in', ['refused', 'abandoned', 'suppressed'])
      .execute();
  },
};
