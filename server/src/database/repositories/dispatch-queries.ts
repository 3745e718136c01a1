import type { Kysely } from 'kysely';
import { prepare, prepareInsert } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import { contactColumns } from './contact-repository.ts';

export const insertDispatch = prepareInsert('dispatches', [
  'id',
  'account_id',
  'kind',
  'created_at',
  'expires_at',
  'ttl',
  'message',
  'sender_email',
  'sender_nick',
  'grant_receiver_id',
  'second_factor',
]);

export const insertReceiver = prepareInsert('dispatch_receivers', [
  ...contactColumns,
  'id',
  'dispatch_id',
  'position',
  'link_hash',
  'link_generation',
  'inbox_token',
]);

function historyOf(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('dispatches')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['drop', 'grant']);
}

export const newestOfHistory = prepare((db, given: { accountId: string; limit: number }) =>
  historyOf(db, given.accountId).selectAll().orderBy('sequence', 'desc').limit(given.limit),
);

export const countOfHistory = prepare((db, given: { accountId: string }) =>
  historyOf(db, given.accountId).select(({ fn }) => fn.countAll<number | string>().as('count')),
);

export const olderHistory = prepare(
  (db, given: { accountId: string; limit: number; olderThan: string }) =>
    historyOf(db, given.accountId)
      .selectAll()
      .where('sequence', '<', (eb) =>
        eb
          .selectFrom('dispatches as newer')
          .select('newer.sequence')
          .where('newer.id', '=', given.olderThan),
      )
      .orderBy('sequence', 'desc')
      .limit(given.limit),
);

interface Stretch {
  accountId: string;
  /** The sequences of the entries at its ends, which are part of it. */
  oldest: number;
  newest: number;
}

function stretchOfHistory(db: Kysely<Schema>, { accountId, oldest, newest }: Stretch) {
  return historyOf(db, accountId)
    .select('id')
    .where('sequence', '>=', oldest)
    .where('sequence', '<=', newest);
}

export const receiversOfHistory = prepare((db, given: Stretch) =>
  db
    .selectFrom('dispatch_receivers')
    .select(['dispatch_id', 'id', ...contactColumns])
    .where('dispatch_id', 'in', stretchOfHistory(db, given))
    .orderBy('dispatch_id')
    .orderBy('position'),
);

export const filesOfHistory = prepare((db, given: Stretch) =>
  db
    .selectFrom('files')
    .select(['dispatch_id', 'name'])
    .where('dispatch_id', 'in', stretchOfHistory(db, given))
    .orderBy('sequence'),
);

export const liveDropCount = prepare((db, given: { accountId: string; now: number }) =>
  db
    .selectFrom('dispatches')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', given.accountId)
    .where('kind', '=', 'drop')
    .where('expires_at', '>', given.now)
    .where('ended_at', 'is', null),
);

interface Reader {
  email: string;
  now: number;
}

function liveInbox(db: Kysely<Schema>, { email, now }: Reader) {
  return db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .where('receiver.email', '=', email)
    .where((eb) =>
      // A return has no link; a drop without one was taken from this receiver.
      eb.or([
        eb('dispatch.kind', '=', 'return'),
        eb.and([eb('dispatch.kind', '=', 'drop'), eb('receiver.link_hash', 'is not', null)]),
      ]),
    )
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>', now);
}

export const inbox = prepare((db, given: Reader) =>
  liveInbox(db, given)
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .select([
      'dispatch.id',
      'receiver.inbox_token',
      'dispatch.sender_email as origin_email',
      'sender.email as sender_email',
      'dispatch.created_at',
      'dispatch.expires_at',
      'dispatch.ttl',
    ])
    .orderBy('dispatch.sequence', 'desc'),
);

export const filesOfInbox = prepare((db, given: Reader) =>
  db
    .selectFrom('files')
    .select(['dispatch_id', 'name', 'media_type', 'size_bytes', 'sha256'])
    .where('dispatch_id', 'in', liveInbox(db, given).select('dispatch.id'))
    .orderBy('sequence'),
);

export const inInbox = prepare((db, given: Reader & { token: string }) =>
  liveInbox(db, given).selectAll('dispatch').where('receiver.inbox_token', '=', given.token),
);

export const dispatchById = prepare((db, given: { id: string }) =>
  db.selectFrom('dispatches').selectAll().where('id', '=', given.id),
);

export const senderOf = prepare((db, given: { accountId: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', given.accountId),
);

export const receiverById = prepare((db, given: { id: string }) =>
  db.selectFrom('dispatch_receivers').selectAll().where('id', '=', given.id),
);

export const receiversOf = prepare((db, given: { dispatchId: string }) =>
  db
    .selectFrom('dispatch_receivers')
    .selectAll()
    .where('dispatch_id', '=', given.dispatchId)
    .orderBy('position'),
);

export const filesOf = prepare((db, given: { dispatchId: string }) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'size_bytes'])
    .where('dispatch_id', '=', given.dispatchId)
    .orderBy('sequence'),
);

export const receiverByLink = prepare((db, given: { linkHash: Uint8Array; now: number }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .selectAll('receiver')
    .where('receiver.link_hash', '=', given.linkHash)
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>', given.now),
);
