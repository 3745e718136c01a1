import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Which links of an account are late, beside those that failed (0032). */
export const delayedMails: Migration = {
  name: '0082-delayed-mails',
  async up({ schema }) {
    await schema
      .createIndex('mails_delayed')
      .on('mails')
      .columns(['account_id', 'created_at'])
      .where(sql.ref('kind'), '=', 'download')
      .where(sql.ref('state'), '=', 'waiting')
      .where(sql.ref('last_error'), 'is not', null)
      .execute();
  },
};
