import type { Migration } from './migration.ts';

/** Rows say which blob store holds their bytes, and segments how long their blobs are. */
export const blobStores: Migration = {
  name: '0023-blob-stores',
  async up({ schema }, { text, integer }) {
    // There was one store before, the folder of files.
    for (const table of ['files', 'segments']) {
      await schema
        .alterTable(table)
        .addColumn('store', text, (c) => c.notNull().defaultTo('file'))
        .execute();
    }
    await schema.alterTable('segments').addColumn('sealed_bytes', integer).execute();
  },
};
