import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Monitoring reads every few seconds how long the oldest message has waited. */
export const waitingMails: Migration = {
  name: '0012-waiting-mails',
  async up({ schema }) {
    await schema
      .createIndex('mails_waiting')
      .on('mails')
      .column('created_at')
      .where(sql.ref('state'), '=', 'waiting')
      .execute();
  },
};
