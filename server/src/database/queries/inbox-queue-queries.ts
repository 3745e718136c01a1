import type { Kysely } from 'kysely';
import type { QueueState } from '../../domain/model/inbox-queue.ts';
import { mostLeases } from '../../domain/model/inbox-queue.ts';
import type { Reader } from './dispatch-queries.ts';
import { liveInbox, liveItems } from './dispatch-queries.ts';
import { inOrder, itemsOf } from './inbox-item-repository.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** How many items a part of a list looks at. */
const scannedAtOnce = 1000;

/** A lease looks no further into an inbox than this. */
const mostLeased = 10_000;

function queuedItemsOf(query: ReturnType<typeof liveInbox>) {
  return itemsOf(query)
    .leftJoin('dispatch_receivers as through', 'through.id', 'dispatch.grant_receiver_id')
    .leftJoin('dispatches as request', 'request.id', 'through.dispatch_id')
    .select((eb) => [
      'through.dispatch_id as request_id',
      'request.title as request_title',
      eb.fn.coalesce('dispatch.reference', 'request.reference').as('reference'),
      'receiver.leases',
      'receiver.lease_ends_at',
      'receiver.lease_nonce',
      'receiver.acknowledged_at',
      'receiver.parked_at',
    ]);
}

/** In these words an index knows what waits for a program. */
function unsettled(db: Kysely<Schema>, email: string) {
  return db
    .selectFrom('dispatch_receivers as queued')
    .where('queued.email', '=', email)
    .where('queued.inbox_sequence', '>', 0)
    .where('queued.acknowledged_at', 'is', null)
    .where('queued.parked_at', 'is', null);
}

interface Stretch {
  email: string;
  /** The places between which it is, without this one. */
  from: number;
}

const orders = { oldest: ['>', '<=', 'asc'], newest: ['<', '>=', 'desc'] } as const;

/** The last item that a part looks at, where there are so many. */
function lastOfStretch(order: keyof typeof orders, state: 'new' | 'any') {
  const [behind, , direction] = orders[order];
  return prepare(`inboxQueue.lastOfStretch.${order}.${state}`, (db, given: Stretch) => {
    const all = db
      .selectFrom('dispatch_receivers as queued')
      .where('queued.email', '=', given.email)
      .where('queued.inbox_sequence', '>', 0);
    return db
      .selectFrom(
        (state === 'new' ? unsettled(db, given.email) : all)
          .select(['queued.inbox_sequence', 'queued.inbox_token', 'queued.dispatch_id'])
          .where('queued.inbox_sequence', behind, given.from)
          .orderBy('queued.inbox_sequence', direction)
          .limit(1)
          .offset(scannedAtOnce - 1)
          .as('found'),
      )
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'found.dispatch_id')
      .select([
        'found.inbox_sequence as sequence',
        'found.inbox_token as id',
        'dispatch.created_at as createdAt',
      ]);
  });
}

export const lastItem = {
  oldest: { new: lastOfStretch('oldest', 'new'), any: lastOfStretch('oldest', 'any') },
  newest: { new: lastOfStretch('newest', 'new'), any: lastOfStretch('newest', 'any') },
};

interface PartOfInbox extends Reader, Stretch {
  /** The last place. */
  until: number;
  createdFrom: number;
  createdBefore: number;
  /** Empty: through any request, and drops. */
  requestId: string;
  limit: number;
}

function inStretch(order: keyof typeof orders, state: QueueState | 'any') {
  const [behind, upTo, direction] = orders[order];
  return prepare(`inboxQueue.part.${order}.${state}`, (db, given: PartOfInbox) => {
    const all = inOrder(db, given)
      .where('receiver.inbox_sequence', behind, given.from)
      .where('receiver.inbox_sequence', upTo, given.until);
    const ofState = {
      any: all,
      new: all
        .where('receiver.acknowledged_at', 'is', null)
        .where('receiver.parked_at', 'is', null),
      acknowledged: all.where('receiver.acknowledged_at', 'is not', null),
      parked: all
        .where('receiver.parked_at', 'is not', null)
        .where('receiver.acknowledged_at', 'is', null),
    };
    return queuedItemsOf(ofState[state])
      .where('dispatch.created_at', '>=', given.createdFrom)
      .where('dispatch.created_at', '<', given.createdBefore)
      .where((eb) =>
        eb.or([
          eb(eb.cast<string>(eb.val(given.requestId), 'text'), '=', ''),
          eb('through.dispatch_id', '=', given.requestId),
        ]),
      )
      .orderBy('receiver.inbox_sequence', direction)
      .limit(given.limit);
  });
}

const statesOf = (order: keyof typeof orders) => ({
  any: inStretch(order, 'any'),
  new: inStretch(order, 'new'),
  acknowledged: inStretch(order, 'acknowledged'),
  parked: inStretch(order, 'parked'),
});

export const part = { oldest: statesOf('oldest'), newest: statesOf('newest') };

/** The place of an item in an inbox, also of one that has ended. */
export const placeOf = prepare('inboxQueue.placeOf', (db, given: { email: string; id: string }) =>
  db
    .selectFrom('dispatch_receivers as mine')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'mine.dispatch_id')
    .select('dispatch.sequence')
    .where('mine.inbox_token', '=', given.id)
    .where('mine.email', '=', given.email),
);

export const one = prepare('inboxQueue.one', (db, given: Reader & { token: string }) =>
  queuedItemsOf(liveInbox(db, given)).where('receiver.inbox_token', '=', given.token),
);

export const byReceivers = prepare(
  'inboxQueue.byReceivers',
  // The address is left to the caller: an engine could read all items of the inbox by it.
  (db, given: { now: number; ids: readonly string[] }, words) =>
    queuedItemsOf(liveItems(db, given))
      .where('receiver.id', 'in', words.elementsOf(given.ids))
      .orderBy('dispatch.sequence'),
);

export const filesOf = prepare(
  'inboxQueue.filesOf',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('files')
      .select([
        'dispatch_id',
        'id',
        'name',
        'folder',
        'name_in_folder',
        'media_type',
        'size_bytes',
        'sha256',
      ])
      .where('dispatch_id', 'in', words.elementsOf(given.ids))
      .orderBy('sequence'),
);

/** The first that wait, leased ones too. */
function firstUnsettled(db: Kysely<Schema>, email: string) {
  return unsettled(db, email)
    .select(['queued.id', 'queued.dispatch_id', 'queued.lease_ends_at', 'queued.leases'])
    .orderBy('queued.inbox_sequence')
    .limit(mostLeased)
    .as('found');
}

export const free = prepare(
  'inboxQueue.free',
  (db, given: Reader & { codesSince: number; limit: number }) =>
    db
      .selectFrom(firstUnsettled(db, given.email))
      .select('found.id')
      .where('found.lease_ends_at', '<=', given.now)
      .where('found.leases', '<', mostLeases)
      // Not a join, which could read in another order.
      .where(
        (eb) =>
          eb
            .selectFrom('dispatches as dispatch')
            .select(({ fn }) => fn.countAll<number>().as('readable'))
            .whereRef('dispatch.id', '=', 'found.dispatch_id')
            .where('dispatch.expires_at', '>', given.now)
            .where((row) =>
              row.or([
                row('dispatch.kind', '=', 'return'),
                row.and([
                  row('dispatch.second_factor', '=', 'off'),
                  row('dispatch.password_hash', 'is', null),
                ]),
                row('dispatch.created_at', '>', given.codesSince),
              ]),
            ),
        '=',
        1,
      )
      .limit(given.limit),
);

export const nextEnd = prepare('inboxQueue.nextEnd', (db, given: Reader) =>
  db
    .selectFrom(firstUnsettled(db, given.email))
    .select(({ fn }) => fn.min<number | string | null>('found.lease_ends_at').as('end'))
    .where('found.lease_ends_at', '>', given.now)
    .where('found.leases', '<', mostLeases),
);

interface Granted {
  ids: readonly string[];
  limit: number;
  nonce: string;
  endsAt: number;
  now: number;
}

/**
 * The first of those that are still free. The update checks it again: of two that found the same, the second leases
 * others or none.
 */
export const lease = prepare('inboxQueue.lease', (db, given: Granted, words) =>
  db
    // Not a subquery, which PostgreSQL may run once for each row: more rows than the limit would be changed.
    .with('chosen', (chosen) =>
      words.lockedUnlessTaken(
        chosen
          .selectFrom('dispatch_receivers')
          .select('id')
          .where('id', 'in', words.elementsOf(given.ids))
          .where('inbox_sequence', '>', 0)
          .where('acknowledged_at', 'is', null)
          .where('parked_at', 'is', null)
          .where('lease_ends_at', '<=', given.now)
          .where('leases', '<', mostLeases)
          .orderBy('inbox_sequence')
          .limit(given.limit),
      ),
    )
    .updateTable('dispatch_receivers')
    .set(({ eb }) => ({
      leases: eb('leases', '+', 1),
      lease_ends_at: given.endsAt,
      lease_nonce: given.nonce,
    }))
    .where('id', 'in', (eb) => eb.selectFrom('chosen').select('chosen.id'))
    .where('acknowledged_at', 'is', null)
    .where('parked_at', 'is', null)
    .where('lease_ends_at', '<=', given.now)
    .returning('id'),
);

interface Held {
  id: string;
  nonce: string;
  now: number;
}

/** While this lease of the item runs. */
function held(db: Kysely<Schema>, given: Held) {
  return db
    .updateTable('dispatch_receivers')
    .where('id', '=', given.id)
    .where('lease_nonce', '=', given.nonce)
    .where('lease_ends_at', '>', given.now)
    .where('acknowledged_at', 'is', null);
}

export const acknowledge = prepare('inboxQueue.acknowledge', (db, given: Held) =>
  held(db, given).set({ acknowledged_at: given.now, lease_ends_at: given.now }),
);

export const renew = prepare('inboxQueue.renew', (db, given: Held & { endsAt: number }) =>
  held(db, given).set({ lease_ends_at: given.endsAt }),
);

export const release = prepare('inboxQueue.release', (db, given: Held) =>
  held(db, given).set({ lease_ends_at: given.now }),
);

export const spent = prepare('inboxQueue.spent', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('dispatch_receivers')
    .select(['id', 'email', 'inbox_token'])
    .where('lease_ends_at', '<=', given.now)
    .where('leases', '>=', mostLeases)
    .where('inbox_sequence', '>', 0)
    .where('acknowledged_at', 'is', null)
    .where('parked_at', 'is', null)
    .orderBy('lease_ends_at')
    .limit(given.limit),
);

export const park = prepare('inboxQueue.park', (db, given: { id: string; now: number }) =>
  db
    .updateTable('dispatch_receivers')
    .set({ parked_at: given.now })
    .where('id', '=', given.id)
    .where('lease_ends_at', '<=', given.now)
    .where('leases', '>=', mostLeases)
    .where('inbox_sequence', '>', 0)
    .where('acknowledged_at', 'is', null)
    .where('parked_at', 'is', null),
);

export const unpark = prepare('inboxQueue.unpark', (db, given: { id: string }) =>
  db
    .updateTable('dispatch_receivers')
    .set({ parked_at: null, leases: 0, lease_ends_at: 0, lease_nonce: '' })
    .where('id', '=', given.id)
    .where('parked_at', 'is not', null)
    .where('acknowledged_at', 'is', null),
);
