import type { Kysely } from 'kysely';
import type { DownloadRepository } from '../../domain/download.ts';
import type { FileId, ReceiverId } from '../../domain/ids.ts';
import type { Schema } from '../schema.ts';

export function createDownloadRepository(db: Kysely<Schema>): DownloadRepository {
  return {
    async listFor(receiverId) {
      const rows = await db
        .selectFrom('downloads')
        .selectAll()
        .where('receiver_id', '=', receiverId)
        .execute();
      return rows.map((row) => ({
        receiverId: row.receiver_id as ReceiverId,
        fileId: row.file_id as FileId,
        spans: (JSON.parse(row.spans) as [number, number][]).map(([start, end]) => ({
          start,
          end,
        })),
        completedAt: row.completed_at ?? undefined,
      }));
    },

    async save({ receiverId, fileId, spans, completedAt }) {
      const values = {
        spans: JSON.stringify(spans.map(({ start, end }) => [start, end])),
        completed_at: completedAt ?? null,
      };
      await db
        .insertInto('downloads')
        .values({ receiver_id: receiverId, file_id: fileId, ...values })
        .onConflict((conflict) => conflict.columns(['receiver_id', 'file_id']).doUpdateSet(values))
        .execute();
    },
  };
}
