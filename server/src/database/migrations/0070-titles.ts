import type { Migration } from './migration.ts';

/** What their senders call drops and requests. */
export const titles: Migration = {
  name: '0070-titles',
  async up({ schema }, { text }) {
    // NULL: it has none.
    await schema.alterTable('dispatches').addColumn('title', text).execute();
    await schema
      .alterTable('drafts')
      .addColumn('title', text, (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
