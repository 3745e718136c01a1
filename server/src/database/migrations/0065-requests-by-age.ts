import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Lists of requests by their age, also between two times. Its index takes the place of the one of 0033. */
export const requestsByAge: Migration = {
  name: '0065-requests-by-age',
  async up({ schema }) {
    await schema
      .createIndex('dispatches_requests_by_age')
      .on('dispatches')
      .columns(['account_id', 'created_at', 'sequence'])
      .where(sql.ref('kind'), '=', 'grant')
      .execute();
    await schema.dropIndex('dispatches_requested').execute();
  },
};
