import type { Migration } from './migration.ts';

/** Devices that ask to act for a person, until they have their key or their time is over. */
export const deviceLogins: Migration = {
  name: '0067-device-logins',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .createTable('device_logins')
      .addColumn('hash', bytes, (c) => c.primaryKey())
      .addColumn('user_hash', bytes, (c) => c.notNull().unique())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('scopes', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('sealed', bytes)
      .execute();
    for (const column of ['expires_at', 'account_id'] as const) {
      await schema
        .createIndex(`device_logins_by_${column}`)
        .on('device_logins')
        .column(column)
        .execute();
    }
  },
};
