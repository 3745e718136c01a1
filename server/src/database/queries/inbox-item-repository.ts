import type { Kysely } from 'kysely';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { InboxItem, InboxItemRepository } from '../../domain/model/inbox-item.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import type { Reader } from './dispatch-queries.ts';
import { boundColumns, liveInbox } from './dispatch-queries.ts';
import { sumFiles } from './file-request-repository.ts';
import { patternsOf } from './patterns.ts';
import { prepare } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import type { BoundDispatch, BoundRows, SignedReceiver } from './bound-rows.ts';
import type { Schema } from './schema.ts';

/** In the order of an index, from which it reads no more rows than it returns and a few that just ended. */
export function inOrder(db: Kysely<Schema>, reader: Reader) {
  return liveInbox(db, reader).where('receiver.inbox_sequence', '>', 0);
}

export function itemsOf(query: ReturnType<typeof liveInbox>) {
  return query
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .select([
      ...boundColumns,
      'receiver.seen_at',
      'sender.show_email',
      'sender.display_name',
      'dispatch.id',
      'dispatch.account_id',
      'dispatch.kind',
      'dispatch.second_factor',
      'dispatch.password_hash',
      'dispatch.sender_email',
      'dispatch.sender_nick',
      'dispatch.title',
      'dispatch.message',
      'dispatch.created_at',
      'dispatch.expires_at',
      'dispatch.download_limit',
    ]);
}

const newest = prepare('inboxItems.newest', (db, given: Reader & { limit: number }) =>
  itemsOf(inOrder(db, given)).orderBy('receiver.inbox_sequence', 'desc').limit(given.limit),
);

const older = prepare(
  'inboxItems.older',
  (db, given: Reader & { limit: number; olderThan: string }) =>
    itemsOf(inOrder(db, given))
      .where('receiver.inbox_sequence', '<', (eb) =>
        eb
          .selectFrom('dispatch_receivers as mine')
          .innerJoin('dispatches as newer', 'newer.id', 'mine.dispatch_id')
          .select('newer.sequence')
          .where('mine.inbox_token', '=', given.olderThan)
          .where('mine.email', '=', given.email),
      )
      .orderBy('receiver.inbox_sequence', 'desc')
      .limit(given.limit),
);

interface Search extends Reader {
  pattern: string;
  otherPattern: string;
  limit: number;
}

/** What a search finds must be seen by whoever searches: contents behind a code or a password are not looked at. */
const matching = prepare('inboxItems.matching', (db, given: Search, words) => {
  const isLike = (column: string) => [
    words.isLike(column, given.pattern),
    words.isLike(column, given.otherPattern),
  ];
  return itemsOf(inOrder(db, given))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('dispatch.kind', '=', 'drop'),
          eb.or([
            ...isLike('sender.display_name'),
            eb.and([eb('sender.show_email', '=', 1), eb.or(isLike('sender.email'))]),
          ]),
        ]),
        eb.and([
          eb('dispatch.kind', '=', 'return'),
          eb.or([...isLike('dispatch.sender_nick'), ...isLike('dispatch.sender_email')]),
        ]),
        eb.and([
          eb.or([
            eb('dispatch.kind', '=', 'return'),
            eb.and([
              eb('dispatch.second_factor', '=', 'off'),
              eb('dispatch.password_hash', 'is', null),
            ]),
          ]),
          eb.or([
            ...isLike('dispatch.message'),
            eb.exists(
              eb
                .selectFrom('files as file')
                .select('file.id')
                .whereRef('file.dispatch_id', '=', 'dispatch.id')
                .where((inner) => inner.or(isLike('file.name'))),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('receiver.inbox_sequence', 'desc')
    .limit(given.limit);
});

const requestsOf = prepare('inboxItems.requests', (db, given: { ids: readonly string[] }, words) =>
  db
    .selectFrom('dispatches as dispatch')
    .innerJoin('dispatch_receivers as asked', 'asked.id', 'dispatch.grant_receiver_id')
    .innerJoin('dispatches as request', 'request.id', 'asked.dispatch_id')
    .select(['dispatch.id', 'request.id as request_id', 'request.message as request_message'])
    .where('dispatch.id', 'in', words.elementsOf(given.ids)),
);

const one = prepare('inboxItems.one', (db, given: Reader & { token: string }) =>
  itemsOf(liveInbox(db, given)).where('receiver.inbox_token', '=', given.token),
);

function unplaced(db: Kysely<Schema>, email: string) {
  return db
    .selectFrom('dispatch_receivers as unplaced')
    .select('unplaced.id')
    .where('unplaced.email', '=', email)
    .where('unplaced.inbox_sequence', '<', 0)
    .limit(1);
}

const anyUnplaced = prepare('inboxItems.anyUnplaced', (db, given: { email: string }) =>
  unplaced(db, given.email),
);

const newCount = prepare('inboxItems.newCount', (db, given: Reader & { atMost: number }) =>
  db
    .selectFrom(
      inOrder(db, given)
        .select('receiver.id')
        .where('receiver.seen_at', 'is', null)
        .limit(given.atMost)
        .as('counted'),
    )
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      unplaced(db, given.email).as('unplaced'),
    ]),
);

const place = prepare('inboxItems.place', (db, given: { email: string }) =>
  db
    .updateTable('dispatch_receivers')
    .set((eb) => ({
      inbox_sequence: eb
        .selectFrom('dispatches')
        .select('dispatches.sequence')
        .whereRef('dispatches.id', '=', 'dispatch_receivers.dispatch_id')
        .where('dispatches.ended_at', 'is', null)
        .where((inner) =>
          inner.or([
            inner('dispatches.kind', '=', 'return'),
            inner.and([
              inner('dispatches.kind', '=', 'drop'),
              inner('dispatch_receivers.link_hash', 'is not', null),
            ]),
          ]),
        ),
    }))
    .where('email', '=', given.email)
    .where('inbox_sequence', '<', 0),
);

const markSeen = prepare('inboxItems.markSeen', (db, given: { receiverId: string; at: number }) =>
  db
    .updateTable('dispatch_receivers')
    .set({ seen_at: given.at })
    .where('id', '=', given.receiverId)
    .where('seen_at', 'is', null),
);

export type ItemRow = SignedReceiver &
  BoundDispatch & {
    receiver_id: string;
    account_email: string;
    seen_at: number | null;
    show_email: number;
    display_name: string;
    sender_email: string | null;
    sender_nick: string | null;
    title: string | null;
    message: string | null;
    created_at: number;
    expires_at: number;
    download_limit: number | null;
  };

/** Gives a place to what an older version wrote. */
export async function placeAll(session: Session, email: string): Promise<void> {
  const found = await session.first(anyUnplaced, { email });
  if (found !== undefined) await session.change(place, { email });
}

/** The items of those rows whose MAC is right, with the sums of their files. */
export async function soundItems<Row extends ItemRow>(
  session: Session,
  bound: BoundRows,
  rows: readonly Row[],
): Promise<{ row: Row; item: InboxItem }[]> {
  const sound = rows.filter((row) =>
    bound.isSoundReceiver({ ...row, id: row.receiver_id }, row, row.account_email),
  );
  const sums = await sumFiles(
    session,
    sound.map(({ id }) => id),
  );
  const requests = await findRequests(session, sound);
  return sound.map((row) => {
    const request = requests.get(row.id);
    const item = itemOf(row, sums.get(row.id) ?? { files: 0, bytes: 0 });
    return { row, item: request === undefined ? item : { ...item, request } };
  });
}

/** The requests that returns came through, by the returns. */
async function findRequests(session: Session, rows: readonly ItemRow[]) {
  const requests = new Map<string, NonNullable<InboxItem['request']>>();
  const ids = rows.filter(({ kind }) => kind === 'return').map(({ id }) => id);
  if (ids.length === 0) return requests;
  for (const { id, request_id, request_message } of await session.all(requestsOf, { ids })) {
    requests.set(id, { id: request_id as DispatchId, message: request_message ?? undefined });
  }
  return requests;
}

export function createInboxItemRepository(session: Session, bound: BoundRows): InboxItemRepository {
  async function itemsFrom(rows: readonly ItemRow[]): Promise<InboxItem[]> {
    return (await soundItems(session, bound, rows)).map(({ item }) => item);
  }

  return {
    async list(email, now, limit, olderThan) {
      await placeAll(session, email);
      return await itemsFrom(
        olderThan === undefined
          ? await session.all(newest, { email, now, limit })
          : await session.all(older, { email, now, limit, olderThan }),
      );
    },

    async search(email, text, now, limit) {
      await placeAll(session, email);
      const [pattern, otherPattern] = patternsOf(text);
      return await itemsFrom(
        await session.all(matching, { email, now, pattern, otherPattern, limit }),
      );
    },

    async find(email, token, now) {
      const [item] = await itemsFrom(await session.all(one, { email, token, now }));
      return item;
    },

    async countNew(email, now, atMost) {
      const row = await session.first(newCount, { email, now, atMost });
      if (typeof row?.unplaced !== 'string') return Number(row?.count);
      await session.change(place, { email });
      return Number((await session.first(newCount, { email, now, atMost }))?.count);
    },

    async markSeen(receiverId, at) {
      await session.change(markSeen, { receiverId, at });
    },
  };
}

function itemOf(row: ItemRow, sum: { files: number; bytes: number }): InboxItem {
  const isReturn = row.kind === 'return';
  const shown = row.show_email === 1 ? row.account_email : '';
  return {
    token: row.inbox_token as InboxToken,
    dispatchId: row.id as DispatchId,
    accountId: row.account_id as AccountId,
    receiverId: row.receiver_id as ReceiverId,
    kind: isReturn ? 'return' : 'drop',
    senderName: isReturn ? (row.sender_nick ?? '') : row.display_name,
    senderEmail: isReturn ? (row.sender_email ?? '') : shown,
    ...(row.title === null ? {} : { title: row.title }),
    message: row.message ?? undefined,
    secondFactor: isReturn ? 'off' : (row.second_factor as SecondFactorMode),
    ...(row.password_hash === null ? {} : { hasPassword: true }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...sum,
    ...(row.download_limit === null ? {} : { downloadLimit: row.download_limit }),
    seenAt: row.seen_at ?? undefined,
  };
}
