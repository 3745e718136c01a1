import type { Kysely, Selectable } from 'kysely';
import type {
  FileRequestRepository,
  RequestEntry,
  RequestQuery,
  RequestReceiver,
  RequestState,
} from '../../domain/model/file-request.ts';
import type { DispatchId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { AgedPlace } from './aged-place.ts';
import { findPlace } from './aged-place.ts';
import { dispatchOf, receiverOf } from './dispatch-rows.ts';
import { returnSumOf } from './return-sum.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareSelect } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import { allReceiversAfter, receiverIn } from './sent-queries.ts';

type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;

const insertLimits = prepareInsert('fileRequests.insertLimits', 'grant_limits', [
  'dispatch_id',
  'max_files',
  'max_bytes',
  'max_file_bytes',
  'max_returns',
]);

const limitsOf = prepareSelect('fileRequests.limitsOf', 'grant_limits', 'dispatch_id');

/** The grants that were made from `from` to `to`, and of those of that last instant the ones before a number. */
interface Aged {
  accountId: string;
  from: number;
  to: number;
  before: number;
  limit: number;
}

function newestGrants(db: Kysely<Schema>, { accountId, from, to, before, limit }: Aged) {
  return db
    .selectFrom('dispatches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'grant')
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where((eb) => eb.or([eb('created_at', '<', to), eb('sequence', '<', before)]))
    .orderBy('created_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit);
}

const newest = prepare('fileRequests.newest', (db, given: Aged) => newestGrants(db, given));

const live = prepare('fileRequests.live', (db, given: Aged & { now: number }) =>
  newestGrants(db, given).where('ended_at', 'is', null).where('expires_at', '>', given.now),
);

const closed = prepare('fileRequests.closed', (db, given: Aged) =>
  newestGrants(db, given).whereRef('ended_at', '<', 'expires_at'),
);

/** Those that the caller of the API called this. */
const byReference = prepare('fileRequests.byReference', (db, given: Aged & { reference: string }) =>
  newestGrants(db, given).where('reference', '=', given.reference),
);

/** Whether or not the job has ended them. */
const expired = prepare('fileRequests.expired', (db, given: Aged & { now: number }) =>
  newestGrants(db, given).where((eb) =>
    eb.or([
      eb('ended_at', '>=', eb.ref('expires_at')),
      eb.and([eb('ended_at', 'is', null), eb('expires_at', '<=', given.now)]),
    ]),
  ),
);

const ended = prepare('fileRequests.ended', (db, given: Aged & { now: number }) =>
  newestGrants(db, given).where((eb) =>
    eb.or([eb('ended_at', 'is not', null), eb('expires_at', '<=', given.now)]),
  ),
);

const grantOf = prepareSelect('fileRequests.grantOf', 'dispatches', 'id', 'account_id', 'kind');

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

/** What comes back has one receiver: the account that asked. */
const returns = prepare(
  'fileRequests.returns',
  (db, given: { dispatchId: string; to: number; before: number; limit: number }) =>
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
      .where('back.created_at', '<=', given.to)
      .where((eb) =>
        eb.or([eb('back.created_at', '<', given.to), eb('back.sequence', '<', given.before)]),
      )
      // By time first: PostgreSQL would read all dispatches in the order of their key.
      .orderBy('back.created_at', 'desc')
      .orderBy('back.sequence', 'desc')
      .limit(given.limit),
);

const returnAt = prepare('fileRequests.returnAt', (db, given: { token: string }) =>
  db
    .selectFrom('dispatch_receivers as asker')
    .innerJoin('dispatches as back', 'back.id', 'asker.dispatch_id')
    .select('back.sequence')
    .where('asker.inbox_token', '=', given.token),
);

const fileSums = prepare('fileRequests.fileSums', (db, given: { ids: readonly string[] }, words) =>
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

const last = Number.MAX_SAFE_INTEGER;

export function createFileRequestRepository(session: Session): FileRequestRepository {
  const listings: Record<
    RequestState | 'all',
    (place: AgedPlace, query: RequestQuery) => Promise<DispatchRow[]>
  > = {
    all: (place, { limit }) => session.all(newest, { ...place, limit }),
    live: (place, { limit, now }) => session.all(live, { ...place, limit, now }),
    closed: (place, { limit }) => session.all(closed, { ...place, limit }),
    expired: (place, { limit, now }) => session.all(expired, { ...place, limit, now }),
    ended: (place, { limit, now }) => session.all(ended, { ...place, limit, now }),
  };

  /** Adds up the receivers of each, and what came, with one query for all. */
  async function entriesOf(rows: readonly DispatchRow[]): Promise<RequestEntry[]> {
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
  }

  async function receiversOf(
    dispatchId: DispatchId,
    rows: readonly ReceiverRow[],
  ): Promise<RequestReceiver[]> {
    if (rows.length === 0) return [];
    const came = new Map(
      (await session.all(cameThroughEach, { dispatchId })).map((row) => [row.id, row]),
    );
    return rows.map((row) => ({
      ...receiverOf(row),
      position: row.position,
      openedAt: row.opened_at ?? undefined,
      revokedAt: row.revoked_at ?? undefined,
      came: returnSumOf(came.get(row.id)),
    }));
  }

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
      const row = await session.first(limitsOf, { dispatch_id: id });
      return (
        row && {
          maxFiles: row.max_files ?? undefined,
          maxBytes: row.max_bytes ?? undefined,
          maxFileBytes: row.max_file_bytes ?? undefined,
          maxReturns: row.max_returns ?? undefined,
        }
      );
    },

    async list(accountId, query) {
      const place = await findPlace(session, accountId, query);
      if (place === undefined) return [];
      const { state = 'all', reference, limit } = query;
      const rows =
        reference === undefined
          ? await listings[state](place, query)
          : await session.all(byReference, { ...place, limit, reference });
      return await entriesOf(rows);
    },

    async find(accountId, id) {
      const row = await session.first(grantOf, { id, account_id: accountId, kind: 'grant' });
      return row && (await entriesOf([row]))[0];
    },

    async listReceivers(id, { after = -1, limit }) {
      const rows = await session.all(allReceiversAfter, { dispatchId: id, after, limit });
      return await receiversOf(id, rows);
    },

    async findReceiver(id, receiverId) {
      const row = await session.first(receiverIn, { dispatch_id: id, id: receiverId });
      return row && (await receiversOf(id, [row]))[0];
    },

    async listReturns(id, { after, now, limit }) {
      const newer = after && (await session.first(returnAt, { token: after.token }));
      const rows = await session.all(returns, {
        dispatchId: id,
        to: after?.at ?? last,
        before: newer?.sequence ?? last,
        limit,
      });
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
