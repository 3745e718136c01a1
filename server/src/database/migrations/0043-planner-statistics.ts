import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * For each index of files: its rows, and how many of them share its first column, its first two, and so on, in an
 * installation that has been used for a while.
 */
const statistics = {
  sqlite_autoindex_files_1: '1000000 1',
  files_in_tray: '5000 50 1',
  files_in_trays_by_age: '5000 1',
  files_by_dispatch_name: '995000 50 1',
  files_by_dispatch_sequence: '995000 50 1',
  files_by_bucket: '500000 20000',
  files_by_content: '10000 5 5',
  files_garbage: '1000 10',
  files_shared_by_bucket: '10000 500',
  files_sizes_by_account_id: '500000 5000 2 2',
  files_sizes_by_key_bucket: '500000 20000 2 2',
};

/**
 * What SQLite knows of the sizes of indexes when it chooses one. Without, it guesses the same for all, and read all
 * files of an account to find one in its tray. Fixed figures make its choice the same in every installation, from
 * the first file on, and tests can check it (decision 0069).
 */
export const plannerStatistics: Migration = {
  name: '0043-planner-statistics',
  only: 'sqlite',
  async up(db) {
    // Creates the table where it is missing. The second one makes this connection read it again.
    await sql`analyze sqlite_schema`.execute(db);
    await sql`delete from sqlite_stat1 where tbl = 'files'`.execute(db);
    for (const [index, rows] of Object.entries(statistics)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('files', ${sql.lit(index)}, ${sql.lit(rows)})`.execute(
        db,
      );
    }
    await sql`analyze sqlite_schema`.execute(db);
  },
};
