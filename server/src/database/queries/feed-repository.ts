import type { Selectable } from 'kysely';
import type { EventKind } from '#protocol/event-kinds.ts';
import type { AccountId, FeedEventId } from '../../domain/model/ids.ts';
import type {
  EventAbout,
  FeedEvent,
  FeedRepository,
  PlacedEvent,
} from '../../domain/model/feed.ts';
import type { Session } from './prepared-query.ts';
import { changeEach, columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
import type { FeedEventsTable } from './feed-table.ts';
import { prepareDelete } from './rows-by-column.ts';

const columns = [
  'id',
  'account_id',
  'kind',
  'at',
  'drop_id',
  'request_id',
  'receiver_id',
  'item',
  'file_id',
  'key_id',
  'webhook_id',
  'state',
] as const;

const insert = prepareInsert('feed.insert', 'feed_events', columns);

const after = prepare(
  'feed.after',
  (db, given: { accountId: string; place: number; limit: number }) =>
    db
      .selectFrom('feed_events as event')
      .leftJoin('dispatches as about', (join) =>
        join.on((eb) => eb('about.id', '=', eb.fn.coalesce('event.drop_id', 'event.request_id'))),
      )
      .selectAll('event')
      .select('about.reference')
      .where('event.account_id', '=', given.accountId)
      .where('event.sequence', '>', given.place)
      .orderBy('event.sequence')
      .limit(given.limit),
);

/** One look at the index for each account: a group would read all of its events. */
const ends = prepare('feed.ends', (db, given: { accountIds: readonly string[] }, words) =>
  db
    .selectFrom('accounts')
    .select((eb) => [
      'accounts.id',
      eb
        .selectFrom('feed_events')
        .select(({ fn }) => fn.max('sequence').as('end'))
        .whereRef('feed_events.account_id', '=', 'accounts.id')
        .as('end'),
    ])
    .where('accounts.id', 'in', words.elementsOf(given.accountIds)),
);

const removeBefore = prepare('feed.removeBefore', (db, given: { at: number; limit: number }) =>
  db
    .deleteFrom('feed_events')
    .where('sequence', 'in', (eb) =>
      eb
        .selectFrom('feed_events')
        .select('sequence')
        .where('at', '<', given.at)
        .orderBy('at')
        .limit(given.limit),
    ),
);

const removeOf = prepareDelete('feed.removeOf', 'feed_events', 'account_id');

/** An engine whose transactions run one after the other numbers events when they are added (decision 0090). */
const only = 'postgres';

const insertPending = prepare(
  'pendingFeed.insert',
  (db, given: Omit<FeedEventsTable, 'sequence'>) =>
    db.insertInto('pending_feed_events').values(columnsFrom(given, columns)),
  { only },
);

const somePending = prepare(
  'pendingFeed.some',
  (db, given: { accountIds: readonly string[] }, words) =>
    db
      .selectFrom('pending_feed_events')
      .select('account_id')
      .where('account_id', 'in', words.elementsOf(given.accountIds))
      .limit(1),
  { only },
);

/** In the order in which they were added: those of one transaction stay in its order. */
const placeSome = prepare(
  'pendingFeed.place',
  (db, given: { accountIds: readonly string[]; limit: number }, words) =>
    db
      .with('taken', (cte) =>
        cte
          .deleteFrom('pending_feed_events')
          .where('sequence', 'in', (eb) =>
            eb
              .selectFrom('pending_feed_events')
              .select('sequence')
              .where('account_id', 'in', words.elementsOf(given.accountIds))
              .orderBy('sequence')
              .limit(given.limit),
          )
          .returningAll(),
      )
      .insertInto('feed_events')
      .columns([...columns])
      .expression((eb) =>
        eb
          .selectFrom('taken')
          .select([...columns])
          .orderBy('taken.sequence'),
      ),
  { only },
);

const waitingAccounts = prepare(
  'pendingFeed.accounts',
  (db, given: { limit: number }) =>
    db.selectFrom('pending_feed_events').select('account_id').distinct().limit(given.limit),
  { only },
);

const removePendingBefore = prepare(
  'pendingFeed.removeBefore',
  (db, given: { at: number; limit: number }) =>
    db
      .deleteFrom('pending_feed_events')
      .where('sequence', 'in', (eb) =>
        eb
          .selectFrom('pending_feed_events')
          .select('sequence')
          .orderBy('sequence')
          .limit(given.limit),
      )
      .where('at', '<', given.at),
  { only },
);

const removePendingOf = prepare(
  'pendingFeed.removeOf',
  (db, given: { accountId: string }) =>
    db.deleteFrom('pending_feed_events').where('account_id', '=', given.accountId),
  { only },
);

/** Adds events that have their place at once. */
export async function addPlaced(session: Session, events: readonly FeedEvent[]): Promise<void> {
  await changeEach(session, insert, events.map(rowOf));
}

/** Adds an event that gets its place once its transaction has committed. */
export async function addPending(session: Session, event: FeedEvent): Promise<void> {
  await session.change(insertPending, rowOf(event));
}

export async function hasPending(
  session: Session,
  accountIds: readonly AccountId[],
): Promise<boolean> {
  return (await session.first(somePending, { accountIds })) !== undefined;
}

/** Gives pending events their places; returns how many. No other session may do so until this one commits. */
export async function placePending(
  session: Session,
  accountIds: readonly AccountId[],
  limit: number,
): Promise<number> {
  return await session.change(placeSome, { accountIds, limit });
}

/** Some of the accounts that have pending events. */
export async function listWithPending(session: Session, limit: number): Promise<AccountId[]> {
  const rows = await session.all(waitingAccounts, { limit });
  return rows.map(({ account_id: id }) => id as AccountId);
}

/** How an engine adds events, and whether they wait for their place first. */
export interface FeedEnds {
  add: FeedRepository['add'];
  hasPending: boolean;
}

export function createFeedRepository(
  session: Session,
  { add, hasPending: alsoPending }: FeedEnds,
): FeedRepository {
  return {
    add,

    async list(accountId, place, limit) {
      return (await session.all(after, { accountId, place, limit })).map(eventOf);
    },

    async listEnds(accountIds) {
      const rows = await session.all(ends, { accountIds });
      const found = rows.filter(({ end }) => end !== null);
      return new Map(found.map(({ id, end }) => [id as AccountId, Number(end)]));
    },

    async removeBefore(at, limit) {
      const pending = alsoPending ? await session.change(removePendingBefore, { at, limit }) : 0;
      return pending + (await session.change(removeBefore, { at, limit }));
    },

    async removeAll(accountId) {
      if (alsoPending) await session.change(removePendingOf, { accountId });
      await session.change(removeOf, { account_id: accountId });
    },
  };
}

function rowOf({ id, accountId, kind, at, about }: FeedEvent): Omit<FeedEventsTable, 'sequence'> {
  return {
    id,
    account_id: accountId,
    kind,
    at,
    drop_id: about.drop ?? null,
    request_id: about.request ?? null,
    receiver_id: about.receiver ?? null,
    item: about.item ?? null,
    file_id: about.file ?? null,
    key_id: about.key ?? null,
    webhook_id: about.webhook ?? null,
    state: about.state ?? null,
  };
}

function eventOf(row: Selectable<FeedEventsTable> & { reference: string | null }): PlacedEvent {
  const { drop_id: drop, request_id: request, receiver_id: receiver, item } = row;
  const { file_id: file, key_id: key, webhook_id: webhook, state } = row;
  return {
    place: row.sequence,
    id: row.id as FeedEventId,
    accountId: row.account_id as AccountId,
    kind: row.kind as EventKind,
    at: row.at,
    ...(row.reference !== null && { reference: row.reference }),
    about: {
      ...(drop !== null && { drop }),
      ...(request !== null && { request }),
      ...(receiver !== null && { receiver }),
      ...(item !== null && { item }),
      ...(file !== null && { file }),
      ...(key !== null && { key }),
      ...(webhook !== null && { webhook }),
      ...(state !== null && { state }),
    } as EventAbout,
  };
}
