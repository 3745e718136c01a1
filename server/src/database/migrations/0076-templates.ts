import type { Migration } from './migration.ts';

/** What people send again and again: recipients, message and options under a name. */
export const templates: Migration = {
  name: '0076-templates',
  async up({ schema }, { text, integer }) {
    await schema
      .createTable('templates')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('folded_name', text, (c) => c.notNull())
      // A JSON object: what there is to choose grows, and no query reads it.
      .addColumn('contents', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addUniqueConstraint('templates_by_name', ['account_id', 'folded_name'])
      .execute();
  },
};
