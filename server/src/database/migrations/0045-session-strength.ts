import type { Migration } from './migration.ts';

/** How a session was proved, when a password was last reset, and tries of codes for browsers that are known. */
export const sessionStrength: Migration = {
  name: '0045-session-strength',
  async up({ schema }, { text, integer, bytes }) {
    await schema.alterTable('sessions').addColumn('proved_by', text).execute();
    await schema.alterTable('sessions').addColumn('factor_since', integer).execute();
    await schema.alterTable('sessions').addColumn('proof_hash', bytes).execute();
    await schema.alterTable('passwords').addColumn('reset_at', integer).execute();
    await schema.alterTable('passwords').addColumn('browsers_ended_at', integer).execute();
    for (const column of ['known_tries_left', 'known_tries_until']) {
      await schema
        .alterTable('totp_secrets')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
        .execute();
    }
  },
};
