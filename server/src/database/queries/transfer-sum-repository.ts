import type { Selectable } from 'kysely';
import type { DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import type {
  TransferSum,
  TransferSumKey,
  TransferSumRepository,
} from '../../domain/model/transfer-sum.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

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

const ofFile = prepare('transferSums.ofFile', (db, given: { receiverId: string; fileId: string }) =>
  db
    .selectFrom('transfer_sums')
    .selectAll()
    .where('receiver_id', '=', given.receiverId)
    .where('file_id', '=', given.fileId)
    .orderBy('first_at'),
);

const put = prepare('transferSums.put', (db, given: Schema['transfer_sums']) =>
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

/** What a dispatch that ends has to do with them. */
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
      return (await session.all(ofFile, { receiverId, fileId })).map(sumOf);
    },

    async save(sum) {
      await session.change(put, rowOf(sum));
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
