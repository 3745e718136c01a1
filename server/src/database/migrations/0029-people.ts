import type { Migration } from './migration.ts';

/** How people sign in: passwords, sessions, invitations and resets, second factors; and what they are called. */
export const people: Migration = {
  name: '0029-people',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .alterTable('accounts')
      .addColumn('display_name', text, (c) => c.notNull().defaultTo(''))
      .execute();
    await schema.alterTable('accounts').addColumn('time_zone', text).execute();

    await schema
      .createTable('sessions')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('hash', bytes, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('proved_at', integer)
      .addColumn('last_used_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('client', text, (c) => c.notNull())
      .execute();
    await schema
      .createTable('passwords')
      .addColumn('account_id', text, (c) =>
        c.primaryKey().notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('phc', text, (c) => c.notNull())
      .addColumn('set_at', integer, (c) => c.notNull())
      .execute();
    await schema
      .createTable('account_links')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('hash', bytes, (c) => c.notNull().unique())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    for (const table of ['sessions', 'account_links']) {
      await schema
        .createIndex(`${table}_by_account`)
        .on(table)
        .columns(['account_id', 'created_at'])
        .execute();
      await schema.createIndex(`${table}_by_end`).on(table).column('expires_at').execute();
    }

    await schema
      .createTable('totp_secrets')
      .addColumn('account_id', text, (c) =>
        c.primaryKey().notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('sealed', bytes, (c) => c.notNull())
      .addColumn('confirmed_at', integer)
      .addColumn('last_step', integer, (c) => c.notNull())
      .addColumn('tries_left', integer, (c) => c.notNull())
      .addColumn('tries_until', integer, (c) => c.notNull())
      .execute();
    await schema
      .createTable('recovery_codes')
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('hash', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'hash'])
      .execute();
  },
};
