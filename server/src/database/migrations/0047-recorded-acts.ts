import type { Migration } from './migration.ts';

/** How many of the acts that are counted have a record of their own: the others share one. */
export const recordedActs: Migration = {
  name: '0047-recorded-acts',
  async up({ schema }, { integer }) {
    await schema
      .alterTable('repeated_acts')
      .addColumn('recorded', integer, (c) => c.notNull().defaultTo(5))
      .execute();
  },
};
