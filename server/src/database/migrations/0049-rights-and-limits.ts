import type { Migration } from './migration.ts';

/**
 * Which keys of people may replace contacts, what their owners were told of their end, and how many mails an account
 * may send.
 */
export const rightsAndLimits: Migration = {
  name: '0049-rights-and-limits',
  async up({ schema }, { bytes, integer }) {
    await schema.alterTable('api_keys').addColumn('contacts_mac', bytes).execute();
    await schema.alterTable('api_key_notes').addColumn('told_days', integer).execute();
    await schema.alterTable('accounts').addColumn('mails_per_day', integer).execute();
  },
};
