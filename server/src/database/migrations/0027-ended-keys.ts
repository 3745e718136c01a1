import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Finds keys that have ended without reading all keys. */
export const endedKeys: Migration = {
  name: '0027-ended-keys',
  async up({ schema }) {
    await schema
      .createIndex('api_keys_by_end')
      .on('api_keys')
      .column('expires_at')
      .where(sql.ref('expires_at'), 'is not', null)
      .execute();
  },
};
