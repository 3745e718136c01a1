import type { SegmentRepository } from '../../domain/model/file.ts';
import type { Session } from './prepared-query.ts';
import { prepare, prepareInsert } from './prepared-query.ts';

const insertSegment = prepareInsert('segments.insert', 'segments', [
  'file_id',
  'number',
  'blob_key',
  'size_bytes',
  'store',
  'sealed_bytes',
]);

const ofFile = prepare('segments.ofFile', (db, given: { fileId: string }) =>
  db
    .selectFrom('segments')
    .select(['blob_key', 'size_bytes', 'store', 'sealed_bytes'])
    .where('file_id', '=', given.fileId)
    .orderBy('number'),
);

const known = prepare('segments.known', (db, given: { blobKeys: readonly string[] }, words) =>
  db
    .selectFrom('segments')
    .select('blob_key')
    .where('blob_key', 'in', words.elementsOf(given.blobKeys)),
);

const forget = prepare('segments.forget', (db, given: { fileIds: readonly string[] }, words) =>
  db.deleteFrom('segments').where('file_id', 'in', words.elementsOf(given.fileIds)),
);

export function createSegmentRepository(session: Session): SegmentRepository {
  return {
    async add(fileId, number, { blobKey, sizeBytes, store, sealedBytes }) {
      await session.change(insertSegment, {
        file_id: fileId,
        number,
        blob_key: blobKey,
        size_bytes: sizeBytes,
        store,
        sealed_bytes: sealedBytes ?? null,
      });
    },

    async list(fileId) {
      const rows = await session.all(ofFile, { fileId });
      return rows.map((row) => ({
        blobKey: row.blob_key,
        sizeBytes: row.size_bytes,
        store: row.store,
        sealedBytes: row.sealed_bytes ?? undefined,
      }));
    },

    async known(blobKeys) {
      const rows = await session.all(known, { blobKeys });
      return new Set(rows.map(({ blob_key }) => blob_key));
    },

    async forget(fileIds) {
      await session.change(forget, { fileIds });
    },
  };
}
