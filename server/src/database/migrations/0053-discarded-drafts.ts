import type { Migration } from './migration.ts';

/**
 * Drafts that were discarded and can still be taken back, and how a page knows that another one has changed its draft.
 */
export const discardedDrafts: Migration = {
  name: '0053-discarded-drafts',
  async up({ schema }, { text, integer }) {
    // NULL: it was not discarded.
    await schema.alterTable('drafts').addColumn('discarded_at', integer).execute();
    await schema
      .alterTable('drafts')
      .addColumn('version', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    // The page that made this version; NULL where none is known.
    await schema.alterTable('drafts').addColumn('changed_by', text).execute();
  },
};
