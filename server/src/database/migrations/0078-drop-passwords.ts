import type { Migration } from './migration.ts';

/** Passwords that the senders of drops tell their receivers by other means. */
export const dropPasswords: Migration = {
  name: '0078-drop-passwords',
  async up({ schema }, { text, integer }) {
    // A slow hash, as a PHC string. NULL: it has none.
    await schema.alterTable('dispatches').addColumn('password_hash', text).execute();
    // Whether there is to be one. A draft never has the password itself.
    await schema
      .alterTable('drafts')
      .addColumn('wants_password', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
