import type { Kysely } from 'kysely';
import type { FileRequestRepository, RequestReceiver } from '../../domain/model/file-request.ts';
import type { InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import { dispatchOf, receiverOf } from './dispatch-repository.ts';
import { returnSumOf } from './return-sum.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import type { Schema } from './schema.ts';

const insertLimits = prepareInsert('fileRequests.insertLimits', 'grant_limits', [
  'dispatch_id',
  'max_files',
  'max_bytes',
  'max_file_bytes',
  'max_returns',
]);

const limitsOf = prepare('fileRequests.limitsOf', (db, given: { dispatchId: string }) =>
  db.selectFrom('grant_limits').selectAll().where('dispatch_id', '=', given.dispatchId),
);

function grantsOf(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('dispatches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'grant')
    .orderBy('sequence', 'desc');
}

const newest = prepare('fileRequests.newest', (db, given: { accountId: string; limit: number }) =>
  grantsOf(db, given.accountId).limit(given.limit),
);

const older = prepare(
  'fileRequests.older',
  (db, given: { accountId: string; limit: number; olderThan: string }) =>
    grantsOf(db, given.accountId)
      .where('sequence', '<', (eb) =>
        eb
          .selectFrom('dispatches as newer')
          .select('newer.sequence')
          .where('newer.id', '=', given.olderThan)
          .where('newer.account_id', '=', given.accountId),
      )
      .limit(given.limit),
);

const receiverCounts = prepare(
  'fileRequests.receiverCounts',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('dispatch_receivers')
      .select(({ fn }) => ['dispatch_id', fn.countAll<number | string>().as('count')])
      .where('dispatch_id', 'in', words.elementsOf(given.ids))
      .groupBy('dispatch_id'),
);

const firstReceivers = prepare(
  'fileRequests.firstReceivers',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('dispatch_receivers')
      .select(['dispatch_id', 'email'])
      .where('dispatch_id', 'in', words.elementsOf(given.ids))
      .where('position', '=', 0),
);

/** The receivers of grants, with the files that came back through each of them. */
function returnsThrough(db: Kysely<Schema>) {
  return db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as back', 'back.grant_receiver_id', 'receiver.id')
    .innerJoin('files', 'files.dispatch_id', 'back.id');
}

const cameThrough = prepare(
  'fileRequests.cameThrough',
  (db, given: { ids: readonly string[] }, words) =>
    returnsThrough(db)
      .select(({ fn }) => [
        'receiver.dispatch_id',
        fn.count<number | string>('back.id').distinct().as('returns'),
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('files.size_bytes').as('bytes'),
      ])
      .where('receiver.dispatch_id', 'in', words.elementsOf(given.ids))
      .groupBy('receiver.dispatch_id'),
);

const cameThroughEach = prepare(
  'fileRequests.cameThroughEach',
  (db, given: { dispatchId: string }) =>
    returnsThrough(db)
      .select(({ fn }) => [
        'receiver.id',
        fn.count<number | string>('back.id').distinct().as('returns'),
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('files.size_bytes').as('bytes'),
      ])
      .where('receiver.dispatch_id', '=', given.dispatchId)
      .groupBy('receiver.id'),
);

const receivers = prepare(
  'fileRequests.receivers',
  (db, given: { dispatchId: string; limit: number }) =>
    db
      .selectFrom('dispatch_receivers')
      .selectAll()
      .where('dispatch_id', '=', given.dispatchId)
      .orderBy('position')
      .limit(given.limit),
);

/** What comes back has one receiver: the account that asked. */
const returns = prepare(
  'fileRequests.returns',
  (db, given: { dispatchId: string; limit: number }) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('dispatches as back', 'back.grant_receiver_id', 'receiver.id')
      .innerJoin('dispatch_receivers as asker', 'asker.dispatch_id', 'back.id')
      .select([
        'back.id',
        'back.sender_email',
        'back.sender_nick',
        'back.created_at',
        'back.expires_at',
        'back.ended_at',
        'receiver.id as receiver_id',
        'asker.inbox_token',
      ])
      .where('receiver.dispatch_id', '=', given.dispatchId)
      // By time first: PostgreSQL would read all dispatches in the order of their key.
      .orderBy('back.created_at', 'desc')
      .orderBy('back.sequence', 'desc')
      .limit(given.limit),
);

export const fileSums = prepare(
  'fileRequests.fileSums',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('files')
      .select(({ fn }) => [
        'dispatch_id',
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('size_bytes').as('bytes'),
      ])
      .where('dispatch_id', 'in', words.elementsOf(given.ids))
      .groupBy('dispatch_id'),
);

/** How many files each of these dispatches has, and how many bytes. */
export async function sumFiles(
  session: Session,
  ids: readonly string[],
): Promise<Map<string | null, { files: number; bytes: number }>> {
  const rows = ids.length === 0 ? [] : await session.all(fileSums, { ids });
  return new Map(
    rows.map((row) => [
      row.dispatch_id,
      { files: Number(row.files), bytes: Number(row.bytes ?? 0) },
    ]),
  );
}

export function createFileRequestRepository(session: Session): FileRequestRepository {
  return {
    async addLimits(id, { maxFiles, maxBytes, maxFileBytes, maxReturns }) {
      await session.change(insertLimits, {
        dispatch_id: id,
        max_files: maxFiles ?? null,
        max_bytes: maxBytes ?? null,
        max_file_bytes: maxFileBytes ?? null,
        max_returns: maxReturns ?? null,
      });
    },

    async findLimits(id) {
      const row = await session.first(limitsOf, { dispatchId: id });
      return (
        row && {
          maxFiles: row.max_files ?? undefined,
          maxBytes: row.max_bytes ?? undefined,
          maxFileBytes: row.max_file_bytes ?? undefined,
          maxReturns: row.max_returns ?? undefined,
        }
      );
    },

    async list(accountId, limit, olderThan) {
      const rows = await (olderThan === undefined
        ? session.all(newest, { accountId, limit })
        : session.all(older, { accountId, limit, olderThan }));
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const counts = new Map(
        (await session.all(receiverCounts, { ids })).map((row) => [row.dispatch_id, row.count]),
      );
      const first = new Map(
        (await session.all(firstReceivers, { ids })).map((row) => [row.dispatch_id, row.email]),
      );
      const came = new Map(
        (await session.all(cameThrough, { ids })).map((row) => [row.dispatch_id, row]),
      );
      return rows.map((row) => ({
        dispatch: dispatchOf(row),
        endedAt: row.ended_at ?? undefined,
        receivers: Number(counts.get(row.id) ?? 0),
        firstEmail: first.get(row.id) ?? '',
        came: returnSumOf(came.get(row.id)),
      }));
    },

    async listReceivers(id, limit) {
      const rows = await session.all(receivers, { dispatchId: id, limit });
      const came = new Map(
        (await session.all(cameThroughEach, { dispatchId: id })).map((row) => [row.id, row]),
      );
      return rows.map((row): RequestReceiver => ({
        ...receiverOf(row),
        came: returnSumOf(came.get(row.id)),
      }));
    },

    async listReturns(id, now, limit) {
      const rows = await session.all(returns, { dispatchId: id, limit });
      const sums = await sumFiles(
        session,
        rows.map((row) => row.id),
      );
      return rows.map((row) => ({
        token: row.inbox_token as InboxToken,
        receiverId: row.receiver_id as ReceiverId,
        email: row.sender_email ?? '',
        nick: row.sender_nick ?? '',
        at: row.created_at,
        ...(sums.get(row.id) ?? { files: 0, bytes: 0 }),
        isLive: row.ended_at === null && row.expires_at > now,
      }));
    },
  };
}
