import type { Selectable } from 'kysely';
import type {
  Download,
  DownloadRepository,
  TransferSum,
  TransferSumKey,
  TransferSumRepository,
} from '../../domain/model/download.ts';
import { noAddress } from '../../domain/model/dispatch.ts';
import type { DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import { prepare } from './prepared-query.ts';
import { prepareDelete, preparePut, prepareSelect, prepareUpdate } from './rows-by-column.ts';
import { spansIn, spansText } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

const ofReceiver = prepareSelect('downloads.ofReceiver', 'downloads', 'receiver_id');

const completedIn = prepare('downloads.completedIn', (db, given: { dispatchId: string }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('downloads as download', 'download.receiver_id', 'receiver.id')
    .select(({ fn }) => ['receiver.id', fn.countAll<number | string>().as('count')])
    .where('receiver.dispatch_id', '=', given.dispatchId)
    .where('download.completed_at', 'is not', null)
    .groupBy('receiver.id'),
);

const completedBy = prepare(
  'downloads.completedBy',
  (db, given: { receiverIds: readonly string[]; fileIds: readonly string[] }, words) =>
    db
      .selectFrom('downloads')
      .select(['receiver_id', 'file_id', 'completed_at'])
      .where('receiver_id', 'in', words.elementsOf(given.receiverIds))
      .where('file_id', 'in', words.elementsOf(given.fileIds))
      .where('completed_at', 'is not', null),
);

const ofFile = prepareSelect('downloads.ofFile', 'downloads', 'receiver_id', 'file_id');

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

const unfinished = prepare('downloads.unfinished', (db, given: { dispatchId: string }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .select('receiver.id')
    .where('receiver.dispatch_id', '=', given.dispatchId)
    .where('receiver.link_hash', 'is not', null)
    // Nobody knows who has a link for anyone.
    .where('receiver.email', '<>', noAddress)
    .where((eb) =>
      eb(
        eb
          .selectFrom('files')
          .select('files.id')
          .where('files.dispatch_id', '=', given.dispatchId)
          .where((file) =>
            file(
              file
                .selectFrom('downloads')
                .select('downloads.completed_at')
                .whereRef('downloads.receiver_id', '=', 'receiver.id')
                .whereRef('downloads.file_id', '=', 'files.id'),
              'is',
              null,
            ),
          )
          .orderBy('files.sequence', 'desc')
          .limit(1),
        'is not',
        null,
      ),
    )
    .limit(1),
);

const put = preparePut(
  'downloads.put',
  'downloads',
  ['receiver_id', 'file_id'],
  ['spans', 'completed_at', 'times', 'sent_bytes'],
);

export function createDownloadRepository(session: Session): DownloadRepository {
  return {
    async listFor(receiverId) {
      const rows = await session.all(ofReceiver, { receiver_id: receiverId });
      return rows.map(downloadOf);
    },

    async find(receiverId, fileId) {
      const row = await session.first(ofFile, { receiver_id: receiverId, file_id: fileId });
      return row && downloadOf(row);
    },

    async listCompleted(receiverIds, fileIds) {
      const rows = await session.all(completedBy, { receiverIds, fileIds });
      return rows.map((row) => ({
        receiverId: row.receiver_id as ReceiverId,
        fileId: row.file_id as FileId,
        completedAt: row.completed_at ?? 0,
      }));
    },

    async hasEveryFile(receiverId, dispatchId) {
      return (await session.first(lastMissing, { receiverId, dispatchId })) === undefined;
    },

    async hasEveryReceiver(dispatchId) {
      return (await session.first(unfinished, { dispatchId })) === undefined;
    },

    async countCompleted(dispatchId) {
      const rows = await session.all(completedIn, { dispatchId });
      return new Map(rows.map(({ id, count }) => [id as ReceiverId, Number(count)]));
    },

    async save({ receiverId, fileId, spans, completedAt, sent }) {
      await session.change(put, {
        receiver_id: receiverId,
        file_id: fileId,
        spans: spansText(spans),
        completed_at: completedAt ?? null,
        times: sent?.times ?? null,
        sent_bytes: sent?.bytes ?? null,
      });
    },
  };
}

function downloadOf(row: Selectable<Schema['downloads']>): Download {
  return {
    receiverId: row.receiver_id as ReceiverId,
    fileId: row.file_id as FileId,
    spans: spansIn(row.spans),
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

const byKey = prepareSelect(
  'transferSums.byKey',
  'transfer_sums',
  'receiver_id',
  'file_id',
  'way',
  'network',
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

const putSum = preparePut('transferSums.put', 'transfer_sums', keyColumns, otherColumns);

const remove = prepareDelete(
  'transferSums.remove',
  'transfer_sums',
  'receiver_id',
  'file_id',
  'way',
  'network',
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
export const makeSumsDue = prepareUpdate(
  'transferSums.makeDue',
  'transfer_sums',
  'dispatch_id',
  'due_at',
);

export function createTransferSumRepository(session: Session): TransferSumRepository {
  return {
    async find(key) {
      const row = await session.first(byKey, keyOf(key));
      return row && sumOf(row);
    },

    async listFor(receiverId, fileId) {
      return (await session.all(sumsOfFile, { receiverId, fileId })).map(sumOf);
    },

    async save(sum) {
      await session.change(putSum, rowOf(sum));
    },

    async remove(key) {
      await session.change(remove, keyOf(key));
    },

    async listDue(now, limit) {
      return (await session.all(due, { now, limit })).map(sumOf);
    },
  };
}

function keyOf({ receiverId, fileId, way, network }: TransferSumKey) {
  return { receiver_id: receiverId, file_id: fileId, way, network };
}

function rowOf(sum: TransferSum): Schema['transfer_sums'] {
  return {
    ...keyOf(sum),
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
