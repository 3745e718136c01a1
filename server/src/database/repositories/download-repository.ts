import type { DownloadRepository } from '../../domain/download.ts';
import type { FileId, ReceiverId } from '../../domain/ids.ts';
import { prepare } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import type { Session } from '../session.ts';

const ofReceiver = prepare('downloads.ofReceiver', (db, given: { receiverId: string }) =>
  db.selectFrom('downloads').selectAll().where('receiver_id', '=', given.receiverId),
);

const completedIn = prepare('downloads.completedIn', (db, given: { dispatchId: string }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('downloads as download', 'download.receiver_id', 'receiver.id')
    .select(({ fn }) => ['receiver.id', fn.countAll<number | string>().as('count')])
    .where('receiver.dispatch_id', '=', given.dispatchId)
    .where('download.completed_at', 'is not', null)
    .groupBy('receiver.id'),
);

const put = prepare('downloads.put', (db, given: Schema['downloads']) =>
  db
    .insertInto('downloads')
    .values({
      receiver_id: given.receiver_id,
      file_id: given.file_id,
      spans: given.spans,
      completed_at: given.completed_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['receiver_id', 'file_id'])
        .doUpdateSet({ spans: given.spans, completed_at: given.completed_at }),
    ),
);

export function createDownloadRepository(session: Session): DownloadRepository {
  return {
    async listFor(receiverId) {
      const rows = await session.all(ofReceiver, { receiverId });
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

    async countCompleted(dispatchId) {
      const rows = await session.all(completedIn, { dispatchId });
      return new Map(rows.map(({ id, count }) => [id as ReceiverId, Number(count)]));
    },

    async save({ receiverId, fileId, spans, completedAt }) {
      await session.change(put, {
        receiver_id: receiverId,
        file_id: fileId,
        spans: JSON.stringify(spans.map(({ start, end }) => [start, end])),
        completed_at: completedAt ?? null,
      });
    },
  };
}
