import type { Kysely } from 'kysely';
import type { SegmentRepository } from '../../domain/segment.ts';
import { inBatches } from '../in-batches.ts';
import type { Schema } from '../schema.ts';

export function createSegmentRepository(db: Kysely<Schema>): SegmentRepository {
  return {
    async add(fileId, number, { blobKey, sizeBytes }) {
      await db
        .insertInto('segments')
        .values({ file_id: fileId, number, blob_key: blobKey, size_bytes: sizeBytes })
        .execute();
    },

    async list(fileId) {
      const rows = await db
        .selectFrom('segments')
        .select(['blob_key', 'size_bytes'])
        .where('file_id', '=', fileId)
        .orderBy('number')
        .execute();
      return rows.map((row) => ({ blobKey: row.blob_key, sizeBytes: row.size_bytes }));
    },

    async known(blobKeys) {
      const known = new Set<string>();
      await inBatches(blobKeys, async (batch) => {
        const rows = await db
          .selectFrom('segments')
          .select('blob_key')
          .where('blob_key', 'in', batch)
          .execute();
        for (const { blob_key } of rows) known.add(blob_key);
      });
      return known;
    },

    async forget(fileIds) {
      await inBatches(fileIds, async (batch) => {
        await db.deleteFrom('segments').where('file_id', 'in', batch).execute();
      });
    },
  };
}
