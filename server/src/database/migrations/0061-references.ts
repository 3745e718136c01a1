import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What programs call what they send, by which they find it again, and whether its receivers get mails. */
export const references: Migration = {
  name: '0061-references',
  async up({ schema }, { text }) {
    await schema.alterTable('dispatches').addColumn('reference', text).execute();
    await schema.alterTable('dispatches').addColumn('notify', text).execute();
    await schema
      .createIndex('dispatches_by_reference')
      .on('dispatches')
      .columns(['account_id', 'reference', 'created_at', 'sequence'])
      .where(sql.ref('reference'), 'is not', null)
      .execute();
  },
};
