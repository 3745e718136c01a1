import type { Migration } from './migration.ts';

const tables = [
  'accounts',
  'sessions',
  'recovery_codes',
  'receiver_codes',
  'receiver_sessions',
] as const;

/** The MACs of rows of people. Rows get theirs at a start, or when the last older node is gone. */
export const boundPeople: Migration = {
  name: '0044-bound-people',
  async up({ schema }, { bytes }) {
    for (const table of tables) await schema.alterTable(table).addColumn('mac', bytes).execute();
  },
};
