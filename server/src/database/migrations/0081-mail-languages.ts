import type { Migration } from './migration.ts';

/** The language that a person chose for the mails of a draft. */
export const mailLanguages: Migration = {
  name: '0081-mail-languages',
  async up({ schema }, { text }) {
    // NULL: that of each receiver.
    await schema.alterTable('drafts').addColumn('mail_language', text).execute();
  },
};
