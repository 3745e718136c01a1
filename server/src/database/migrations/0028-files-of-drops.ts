import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Finds one file of a drop, by its name or as the last one, without reading all files of the drop. */
export const filesOfDrops: Migration = {
  name: '0028-files-of-drops',
  async up({ schema }) {
    for (const column of ['name', 'sequence']) {
      await schema
        .createIndex(`files_by_dispatch_${column}`)
        .on('files')
        .columns(['dispatch_id', column])
        .where(sql.ref('dispatch_id'), 'is not', null)
        .execute();
    }
  },
};
