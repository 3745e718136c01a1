import type { Selectable } from 'kysely';
import type { Download, DownloadRepository } from '../../domain/model/download.ts';
import type { FileId, ReceiverId } from '../../domain/model/ids.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

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

const ofFile = prepare('downloads.ofFile', (db, given: { receiverId: string; fileId: string }) =>
  db
    .selectFrom('downloads')
    .selectAll()
    .where('receiver_id', '=', given.receiverId)
    .where('file_id', '=', given.fileId),
);

/** From the last file on: an archive completes them in order, so that the first look finds one. */
const lastMissing = prepare(
  'downloads.lastMissing',
  (db, given: { receiverId: string; dispatchId: string }) =>
    db
      .selectFrom('files')
      .select('files.id')
      .where('files.dispatch_id', '=', given.dispatchId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('downloads')
              .select('downloads.file_id')
              .where('downloads.receiver_id', '=', given.receiverId)
              .whereRef('downloads.file_id', '=', 'files.id')
              .where('downloads.completed_at', 'is not', null),
          ),
        ),
      )
      .orderBy('files.sequence', 'desc')
      .limit(1),
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
      return rows.map(downloadOf);
    },

    async find(receiverId, fileId) {
      const row = await session.first(ofFile, { receiverId, fileId });
      return row && downloadOf(row);
    },

    async hasEveryFile(receiverId, dispatchId) {
      return (await session.first(lastMissing, { receiverId, dispatchId })) === undefined;
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

function downloadOf(row: Selectable<Schema['downloads']>): Download {
  const spans = JSON.parse(row.spans) as [number, number][];
  return {
    receiverId: row.receiver_id as ReceiverId,
    fileId: row.file_id as FileId,
    spans: spans.map(([start, end]) => ({ start, end })),
    completedAt: row.completed_at ?? undefined,
  };
}
