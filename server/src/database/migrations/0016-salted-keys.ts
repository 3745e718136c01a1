import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Keys short enough to be guessed, which have a salt and a slow hash; and the name that a client gave a receiver. */
export const saltedKeys: Migration = {
  name: '0016-salted-keys',
  async up({ schema }, { text, bytes }) {
    await schema.alterTable('api_keys').addColumn('salt', bytes).execute();
    await schema
      .createIndex('api_keys_salted')
      .on('api_keys')
      .column('account_id')
      .where(sql.ref('salt'), 'is not', null)
      .execute();
    for (const table of ['receivers', 'dispatch_receivers']) {
      await schema
        .alterTable(table)
        .addColumn('name', text, (c) => c.notNull().defaultTo(''))
        .execute();
    }
  },
};
