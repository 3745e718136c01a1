import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Lists by the end of dispatches: with the last column, no engine sorts what an account has. */
export const endingOrder: Migration = {
  name: '0041-ending-order',
  async up({ schema }) {
    await schema
      .createIndex('dispatches_ending')
      .on('dispatches')
      .columns(['account_id', 'kind', 'expires_at', 'sequence'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
  },
};
