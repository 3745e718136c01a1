import type { Migration } from './migration.ts';

/** Names and last uses of API keys, beside the rows that sign-in reads; the lifetime that a person starts with. */
export const ownKeys: Migration = {
  name: '0039-own-keys',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('api_key_notes')
      .addColumn('key_id', text, (c) =>
        c.primaryKey().notNull().references('api_keys.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('last_used_at', integer)
      .execute();
    await schema.alterTable('accounts').addColumn('default_days', integer).execute();
  },
};
