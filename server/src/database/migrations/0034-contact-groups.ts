import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Contacts that people look up, change one by one, put into groups and import. */
export const contactGroups: Migration = {
  name: '0034-contact-groups',
  async up({ schema }, { text, integer }) {
    for (const column of ['sort_key', 'last_key']) {
      await schema.alterTable('contacts').addColumn(column, text).execute();
    }
    await schema
      .createIndex('contacts_sorted')
      .on('contacts')
      .columns(['account_id', 'sort_key', 'email'])
      .execute();
    for (const column of ['last_key', 'number']) {
      await schema
        .createIndex(`contacts_by_${column}`)
        .on('contacts')
        .columns(['account_id', column])
        .where(sql.ref(column), '<>', '')
        .execute();
    }
    // Rows that were written before, or by a node of the version before.
    await schema
      .createIndex('contacts_without_keys')
      .on('contacts')
      .column('account_id')
      .where(sql.ref('sort_key'), 'is', null)
      .execute();

    await schema
      .createTable('contact_groups')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('name_key', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addUniqueConstraint('contact_groups_by_name', ['account_id', 'name_key'])
      .execute();
    await schema
      .createTable('contact_group_members')
      .addColumn('group_id', text, (c) =>
        c.notNull().references('contact_groups.id').onDelete('cascade'),
      )
      .addColumn('account_id', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('contact_group_members_key', ['group_id', 'email'])
      .execute();
    await schema
      .createIndex('contact_group_members_by_email')
      .on('contact_group_members')
      .columns(['account_id', 'email'])
      .execute();

    await schema
      .createTable('contact_imports')
      .addColumn('account_id', text, (c) =>
        c.primaryKey().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('contact_imports_by_expiry')
      .on('contact_imports')
      .column('expires_at')
      .execute();
  },
};
