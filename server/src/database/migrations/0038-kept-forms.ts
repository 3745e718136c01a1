import type { Migration } from './migration.ts';

/** Forms of people who prove at an identity provider who they are before the form is accepted. */
export const keptForms: Migration = {
  name: '0038-kept-forms',
  async up({ schema }, { text, integer, bytes }) {
    await schema
      .createTable('kept_forms')
      .addColumn('account_id', text, (c) =>
        c.primaryKey().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('sealed', bytes, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('kept_forms_by_expiry')
      .on('kept_forms')
      .column('expires_at')
      .execute();
  },
};
