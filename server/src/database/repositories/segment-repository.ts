import type { SegmentRepository } from '../../domain/segment.ts';
import { inBatches } from '../in-batches.ts';
import { prepare, prepareInsert } from '../prepared-query.ts';
import type { Session } from '../session.ts';

const insert = prepareInsert('segments', ['file_id', 'number', 'blob_key', 'size_bytes']);

const ofFile = prepare((db, given: { fileId: string }) =>
  db
    .selectFrom('segments')
    .select(['blob_key', 'size_bytes'])
    .where('file_id', '=', given.fileId)
    .orderBy('number'),
);

export function createSegmentRepository(session: Session): SegmentRepository {
  const { db } = session;

  return {
    async add(fileId, number, { blobKey, sizeBytes }) {
      await session.change(insert, {
        file_id: fileId,
        number,
        blob_key: blobKey,
        size_bytes: sizeBytes,
      });
    },

    async list(fileId) {
      const rows = await session.all(ofFile, { fileId });
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
