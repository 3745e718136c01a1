import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Rows that are removed some time after their end are found by that end. */
export const retention: Migration = {
  name: '0020-retention',
  async up({ schema }) {
    await schema
      .createIndex('dispatches_by_end')
      .on('dispatches')
      .column('ended_at')
      .where(sql.ref('ended_at'), 'is not', null)
      .execute();
    await schema
      .createIndex('mails_by_settlement')
      .on('mails')
      .column('settled_at')
      .where(sql.ref('settled_at'), 'is not', null)
      .execute();
  },
};
