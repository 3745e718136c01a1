import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Contacts are found by any word of their name and address. NULL: an older version wrote the row. */
export const contactWords: Migration = {
  name: '0051-contact-words',
  async up({ schema }, { text }) {
    for (const table of ['contacts', 'global_contacts']) {
      await schema.alterTable(table).addColumn('search_words', text).execute();
    }
    await schema
      .createIndex('contacts_without_words')
      .on('contacts')
      .column('account_id')
      .where(sql.ref('search_words'), 'is', null)
      .execute();
    await schema
      .createIndex('global_contacts_without_words')
      .on('global_contacts')
      .column('email')
      .where(sql.ref('search_words'), 'is', null)
      .execute();
  },
};
