import type { Selectable } from 'kysely';
import type {
  Download,
  DownloadRepository,
  TransferSum,
  TransferSumKey,
  TransferSumRepository,
} from '../../domain/model/download.ts';
import type { DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

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

/**
 * Starts at the last file: an archive completes them in order, so that the first read finds an incomplete
 * one. With `not exists`, PostgreSQL may join all files with all downloads first.
 */
const lastMissing = prepare(
  'downloads.lastMissing',
  (db, given: { receiverId: string; dispatchId: string }) =>
    db
      .selectFrom('files')
      .select('files.id')
      .where('files.dispatch_id', '=', given.dispatchId)
      .where((eb) =>
        eb(
          eb
            .selectFrom('downloads')
            .select('downloads.completed_at')
            .where('downloads.receiver_id', '=', given.receiverId)
            .whereRef('downloads.file_id', '=', 'files.id'),
          'is',
          null,
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
      times: given.times,
      sent_bytes: given.sent_bytes,
    })
    .onConflict((conflict) =>
      conflict.columns(['receiver_id', 'file_id']).doUpdateSet({
        spans: given.spans,
        completed_at: given.completed_at,
        times: given.times,
        sent_bytes: given.sent_bytes,
      }),
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

    async save({ receiverId, fileId, spans, completedAt, sent }) {
      await session.change(put, {
        receiver_id: receiverId,
        file_id: fileId,
        spans: JSON.stringify(spans.map(({ start, end }) => [start, end])),
        completed_at: completedAt ?? null,
        times: sent?.times ?? null,
        sent_bytes: sent?.bytes ?? null,
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
    ...(row.times === null ? {} : { sent: { times: row.times, bytes: row.sent_bytes ?? 0 } }),
  };
}

const keyColumns = ['receiver_id', 'file_id', 'way', 'network'] as const;
const otherColumns = [
  'dispatch_id',
  'email',
  'file_name',
  'file_bytes',
  'was_asked_for',
  'actor',
  'source',
  'request_id',
  'requests',
  'bytes',
  'has_whole_part',
  'has_fault',
  'first_at',
  'last_at',
  'due_at',
] as const;

const byKey = prepare('transferSums.byKey', (db, given: TransferSumKey) =>
  db
    .selectFrom('transfer_sums')
    .selectAll()
    .where('receiver_id', '=', given.receiverId)
    .where('file_id', '=', given.fileId)
    .where('way', '=', given.way)
    .where('network', '=', given.network),
);

const sumsOfFile = prepare(
  'transferSums.ofFile',
  (db, given: { receiverId: string; fileId: string }) =>
    db
      .selectFrom('transfer_sums')
      .selectAll()
      .where('receiver_id', '=', given.receiverId)
      .where('file_id', '=', given.fileId)
      .orderBy('first_at'),
);

const putSum = prepare('transferSums.put', (db, given: Schema['transfer_sums']) =>
  db
    .insertInto('transfer_sums')
    .values(columnsFrom(given, [...keyColumns, ...otherColumns]))
    .onConflict((conflict) =>
      conflict.columns(keyColumns).doUpdateSet(columnsFrom(given, otherColumns)),
    ),
);

const remove = prepare('transferSums.remove', (db, given: TransferSumKey) =>
  db
    .deleteFrom('transfer_sums')
    .where('receiver_id', '=', given.receiverId)
    .where('file_id', '=', given.fileId)
    .where('way', '=', given.way)
    .where('network', '=', given.network),
);

const due = prepare('transferSums.due', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('transfer_sums')
    .selectAll()
    .where('due_at', '<=', given.now)
    .orderBy('due_at')
    .limit(given.limit),
);

/** The sums that the end of a dispatch concerns. */
export const makeSumsDue = prepare(
  'transferSums.makeDue',
  (db, given: { dispatchId: string; at: number }) =>
    db
      .updateTable('transfer_sums')
      .set({ due_at: given.at })
      .where('dispatch_id', '=', given.dispatchId),
);

export function createTransferSumRepository(session: Session): TransferSumRepository {
  return {
    async find(key) {
      const row = await session.first(byKey, key);
      return row && sumOf(row);
    },

    async listFor(receiverId, fileId) {
      return (await session.all(sumsOfFile, { receiverId, fileId })).map(sumOf);
    },

    async save(sum) {
      await session.change(putSum, rowOf(sum));
    },

    async remove(key) {
      await session.change(remove, key);
    },

    async listDue(now, limit) {
      return (await session.all(due, { now, limit })).map(sumOf);
    },
  };
}

function rowOf(sum: TransferSum): Schema['transfer_sums'] {
  return {
    receiver_id: sum.receiverId,
    file_id: sum.fileId,
    way: sum.way,
    network: sum.network,
    dispatch_id: sum.dispatchId,
    email: sum.email,
    file_name: sum.fileName,
    file_bytes: sum.fileBytes,
    was_asked_for: Number(sum.wasAskedFor),
    actor: sum.actor.name,
    source: sum.actor.source,
    request_id: sum.actor.requestId,
    requests: sum.requests,
    bytes: sum.bytes,
    has_whole_part: Number(sum.hasWholePart),
    has_fault: Number(sum.hasFault),
    first_at: sum.firstAt,
    last_at: sum.lastAt,
    due_at: sum.dueAt,
  };
}

function sumOf(row: Selectable<Schema['transfer_sums']>): TransferSum {
  return {
    receiverId: row.receiver_id as ReceiverId,
    fileId: row.file_id as FileId,
    way: row.way as TransferSum['way'],
    network: row.network,
    dispatchId: row.dispatch_id as DispatchId,
    email: row.email,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    wasAskedFor: row.was_asked_for === 1,
    actor: { name: row.actor, source: row.source, requestId: row.request_id },
    requests: row.requests,
    bytes: row.bytes,
    hasWholePart: row.has_whole_part === 1,
    hasFault: row.has_fault === 1,
    firstAt: row.first_at,
    lastAt: row.last_at,
    dueAt: row.due_at,
  };
}
