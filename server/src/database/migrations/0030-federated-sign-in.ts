import type { Migration } from './migration.ts';

/** Passkeys, and identities at OpenID Connect providers. */
export const federatedSignIn: Migration = {
  name: '0030-federated-sign-in',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .createTable('passkeys')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('rp_id', text, (c) => c.notNull())
      .addColumn('public_key', bytes, (c) => c.notNull())
      .addColumn('algorithm', integer, (c) => c.notNull())
      .addColumn('counter', integer, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_used_at', integer)
      .addColumn('mac', bytes, (c) => c.notNull())
      .execute();
    await schema
      .createTable('linked_identities')
      .addColumn('issuer', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_used_at', integer)
      .addColumn('mac', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('linked_identities_key', ['issuer', 'subject'])
      .execute();
    for (const table of ['passkeys', 'linked_identities']) {
      await schema
        .createIndex(`${table}_by_account`)
        .on(table)
        .columns(['account_id', 'created_at'])
        .execute();
    }
    await schema.createIndex('passkeys_by_rp_id').on('passkeys').column('rp_id').execute();
  },
};
