import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Finds the files that have been in a tray for too long, among many that have not. */
export const trayLifetime: Migration = {
  name: '0009-tray-lifetime',
  async up({ schema }) {
    await schema
      .createIndex('files_in_trays_by_age')
      .on('files')
      .column('created_at')
      .where(sql.ref('dispatch_id'), 'is', null)
      .where(sql.ref('shredded_at'), 'is', null)
      .execute();
  },
};
