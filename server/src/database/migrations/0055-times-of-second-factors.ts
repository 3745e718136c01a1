import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When a secret that nobody confirmed ends, and the MAC of when a passkey was added. */
export const timesOfSecondFactors: Migration = {
  name: '0055-times-of-second-factors',
  async up({ schema }, { integer, bytes }) {
    await schema.alterTable('totp_secrets').addColumn('waits_until', integer).execute();
    await schema
      .createIndex('totp_secrets_waiting')
      .on('totp_secrets')
      .column('waits_until')
      .where(sql.ref('confirmed_at'), 'is', null)
      .execute();
    await schema.alterTable('passkeys').addColumn('since_mac', bytes).execute();
  },
};
