import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The order of an inbox, so that a page of it costs the same whatever its size. */
export const inboxOrder: Migration = {
  name: '0040-inbox-order',
  async up({ schema }, { integer }) {
    // A row that was written before, or by a node of the version before, has -1 until its inbox is read.
    await schema
      .alterTable('dispatch_receivers')
      .addColumn('inbox_sequence', integer, (c) => c.defaultTo(-1))
      .execute();
    await schema
      .createIndex('dispatch_receivers_inbox')
      .on('dispatch_receivers')
      .columns(['email', 'inbox_sequence'])
      .where(sql.ref('inbox_sequence'), 'is not', null)
      .execute();
    await schema
      .createIndex('dispatch_receivers_unseen')
      .on('dispatch_receivers')
      .columns(['email', 'inbox_sequence'])
      .where(sql.ref('inbox_sequence'), 'is not', null)
      .where(sql.ref('seen_at'), 'is', null)
      .execute();
  },
};
