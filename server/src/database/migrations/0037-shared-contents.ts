import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Files and uploads that share one content. NULL: the content is of this file alone, under the id of the file. */
export const sharedContents: Migration = {
  name: '0037-shared-contents',
  async up({ schema }, { text }) {
    for (const [table, name] of [
      ['files', 'files'],
      ['incoming_uploads', 'uploads'],
    ] as const) {
      await schema.alterTable(table).addColumn('content_id', text).execute();
      await schema
        .createIndex(`${name}_by_content`)
        .on(table)
        .columns(['content_id', 'shredded_at'])
        .where(sql.ref('content_id'), 'is not', null)
        .execute();
    }
    await schema
      .createIndex('files_shared_by_bucket')
      .on('files')
      .column('key_bucket')
      .where(sql.ref('content_id'), 'is not', null)
      .execute();
  },
};
