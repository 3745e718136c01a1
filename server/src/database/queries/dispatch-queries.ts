import type { Insertable, Kysely } from 'kysely';
import { noAddress } from '../../domain/model/dispatch.ts';
import type { DispatchesTable } from './dispatch-tables.ts';
import { columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareSelect, prepareUpdate } from './rows-by-column.ts';
import type { Schema } from './schema.ts';
import { receiverColumns } from './rows.ts';

const dispatchColumns = [
  'id',
  'account_id',
  'kind',
  'created_at',
  'expires_at',
  'ttl',
  'ttl_unit',
  'title',
  'message',
  'sender_email',
  'sender_nick',
  'grant_receiver_id',
  'visitor_hash',
  'second_factor',
  'password_hash',
  'download_limit',
  'receipts',
  'reference',
  'notify',
] as const;

/** Returns what its receivers are stored with, as `originOf` does. */
export const insertDispatch = prepare(
  'dispatches.insertDispatch',
  (db, given: Pick<Insertable<DispatchesTable>, (typeof dispatchColumns)[number]>) =>
    db
      .insertInto('dispatches')
      .values(columnsFrom(given, dispatchColumns))
      .returning((eb) => [
        'sequence',
        eb
          .selectFrom('accounts')
          .select('email')
          .whereRef('accounts.id', '=', 'dispatches.account_id')
          .$asScalar()
          .$notNull()
          .as('email'),
      ]),
);

function historyOf(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('dispatches')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['drop', 'grant']);
}

export const newestOfHistory = prepare(
  'dispatches.newestOfHistory',
  (db, given: { accountId: string; limit: number }) =>
    historyOf(db, given.accountId).selectAll().orderBy('sequence', 'desc').limit(given.limit),
);

export const olderHistory = prepare(
  'dispatches.olderHistory',
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

export const receiversOfHistory = prepare('dispatches.receiversOfHistory', (db, given: Stretch) =>
  db
    .selectFrom('dispatch_receivers')
    .select(['dispatch_id', 'id', ...receiverColumns])
    .where('dispatch_id', 'in', stretchOfHistory(db, given))
    // A link for anyone into a drop is nobody's. Those of grants stand in the history with an empty address.
    .where((eb) =>
      eb.or([
        eb('email', '<>', noAddress),
        eb('dispatch_id', 'in', stretchOfHistory(db, given).where('kind', '=', 'grant')),
      ]),
    )
    .orderBy('dispatch_id')
    .orderBy('position'),
);

export const filesOfHistory = prepare('dispatches.filesOfHistory', (db, given: Stretch) =>
  db
    .selectFrom('files')
    .select(['dispatch_id', 'name'])
    .where('dispatch_id', 'in', stretchOfHistory(db, given))
    .orderBy('sequence'),
);

export const liveDropCount = prepare(
  'dispatches.liveDropCount',
  (db, given: { accountId: string; now: number }) =>
    db
      .selectFrom('dispatches')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('account_id', '=', given.accountId)
      .where('kind', '=', 'drop')
      .where('expires_at', '>', given.now)
      .where('ended_at', 'is', null),
);

export interface Reader {
  email: string;
  now: number;
}

export function liveInbox(db: Kysely<Schema>, { email, now }: Reader) {
  return liveItems(db, { now }).where('receiver.email', '=', email);
}

/** What is in any inbox. */
export function liveItems(db: Kysely<Schema>, { now }: Pick<Reader, 'now'>) {
  return db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .where((eb) =>
      // A return has no link; a drop without one was revoked for this receiver.
      eb.or([
        eb('dispatch.kind', '=', 'return'),
        eb.and([eb('dispatch.kind', '=', 'drop'), eb('receiver.link_hash', 'is not', null)]),
      ]),
    )
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>', now);
}

/** What the MAC of a receiver covers besides its dispatch. */
export const boundColumns = [
  'receiver.id as receiver_id',
  'receiver.email',
  'receiver.number',
  'receiver.inbox_token',
  'receiver.link_hash',
  'receiver.link_generation',
  'receiver.mac',
  'receiver.link_mac',
  'sender.email as account_email',
] as const;

export const inbox = prepare('dispatches.inbox', (db, given: Reader) =>
  liveInbox(db, given)
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .select([
      ...boundColumns,
      'dispatch.id',
      'dispatch.account_id',
      'dispatch.kind',
      'dispatch.second_factor',
      'dispatch.password_hash',
      'dispatch.sender_email',
      'dispatch.created_at',
      'dispatch.expires_at',
      'dispatch.ttl',
    ])
    .orderBy('dispatch.sequence', 'desc'),
);

export const filesOfInbox = prepare('dispatches.filesOfInbox', (db, given: Reader) =>
  db
    .selectFrom('files')
    .select(['dispatch_id', 'name', 'media_type', 'size_bytes', 'sha256'])
    .where('dispatch_id', 'in', liveInbox(db, given).select('dispatch.id'))
    .orderBy('sequence'),
);

export const inInbox = prepare('dispatches.inInbox', (db, given: Reader & { token: string }) =>
  liveInbox(db, given)
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .selectAll('dispatch')
    .select(boundColumns)
    .where('receiver.inbox_token', '=', given.token),
);

export const dispatchById = prepareSelect('dispatches.dispatchById', 'dispatches', 'id');
export const senderOf = prepareSelect('dispatches.senderOf', 'accounts', 'id');

/** What a new receiver of a dispatch is stored with. */
export const originOf = prepare('dispatches.originOf', (db, given: { id: string }) =>
  db
    .selectFrom('dispatches as dispatch')
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .select(['dispatch.sequence', 'sender.email'])
    .where('dispatch.id', '=', given.id),
);

export const filesOf = prepare('dispatches.filesOf', (db, given: { dispatchId: string }) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'folder', 'name_in_folder', 'size_bytes'])
    .where('dispatch_id', '=', given.dispatchId)
    .orderBy('sequence'),
);

export const receiverByLink = prepare(
  'dispatches.receiverByLink',
  (db, given: { linkHash: Uint8Array; now: number }) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
      .selectAll('receiver')
      .where('receiver.link_hash', '=', given.linkHash)
      .where('dispatch.ended_at', 'is', null)
      .where('dispatch.expires_at', '>', given.now),
);

export const dueDispatches = prepare(
  'dispatches.dueDispatches',
  (db, given: { now: number; limit: number }) =>
    db
      .selectFrom('dispatches')
      .selectAll()
      .where('expires_at', '<=', given.now)
      .where('ended_at', 'is', null)
      .orderBy('expires_at')
      .limit(given.limit),
);

export const dropsEnding = prepare(
  'dispatches.dropsEnding',
  (db, given: { now: number; before: number }) =>
    db
      .selectFrom('dispatches')
      .select('id')
      .where('kind', '=', 'drop')
      .where('expires_at', '>', given.now)
      .where('expires_at', '<', given.before)
      .where('ended_at', 'is', null)
      .orderBy('expires_at'),
);

export const endingAfter = prepare(
  'dispatches.endingAfter',
  (db, given: { expiresAt: number; id: string; until: number; limit: number }) =>
    db
      .selectFrom('dispatches')
      .select(['id', 'expires_at as expiresAt'])
      .where('expires_at', '>=', given.expiresAt)
      .where('expires_at', '<=', given.until)
      .where('ended_at', 'is', null)
      .where('kind', '<>', 'grant')
      .where((row) => row.or([row('expires_at', '>', given.expiresAt), row('id', '>', given.id)]))
      .orderBy('expires_at')
      .orderBy('id')
      .limit(given.limit),
);

export const newestDispatches = prepare(
  'dispatches.newestDispatches',
  (db, given: { limit: number }) =>
    db.selectFrom('dispatches').selectAll().orderBy('sequence', 'desc').limit(given.limit),
);

export const newestOfAccount = prepare(
  'dispatches.newestOfAccount',
  (db, given: { accountId: string; limit: number }) =>
    db
      .selectFrom('dispatches')
      .selectAll()
      .where('account_id', '=', given.accountId)
      .orderBy('sequence', 'desc')
      .limit(given.limit),
);

export const returnsThrough = prepare(
  'dispatches.returnsThrough',
  (db, given: { grantReceiverId: string }) =>
    db
      .selectFrom('dispatches')
      .selectAll()
      .where('grant_receiver_id', '=', given.grantReceiverId)
      .orderBy('sequence', 'desc'),
);

export const returnsOfVisitor = prepare(
  'dispatches.returnsOfVisitor',
  (db, given: { grantReceiverId: string; visitorHash: Uint8Array }) =>
    db
      .selectFrom('dispatches')
      .selectAll()
      .where('grant_receiver_id', '=', given.grantReceiverId)
      .where('visitor_hash', '=', given.visitorHash)
      .orderBy('sequence', 'desc'),
);

export const sumOfReturns = prepare(
  'dispatches.sumOfReturns',
  (db, given: { grantReceiverId: string }) =>
    db
      .selectFrom('dispatches as dispatch')
      .innerJoin('files', 'files.dispatch_id', 'dispatch.id')
      .select(({ fn }) => [
        fn.count<number | string>('dispatch.id').distinct().as('returns'),
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('files.size_bytes').as('bytes'),
      ])
      .where('dispatch.grant_receiver_id', '=', given.grantReceiverId),
);

export const insertChange = prepareInsert(
  'dispatches.insertChange',
  'dispatch_changes',
  ['dispatch_id', 'at', 'receiver_id', 'expires_at'],
  [],
);

export const extendDispatch = prepareUpdate(
  'dispatches.extendDispatch',
  'dispatches',
  'id',
  'expires_at',
  'ttl',
);

export const briefDispatches = prepare(
  'dispatches.briefDispatches',
  (db, given: { since: number; underMs: number; limit: number }) =>
    db
      .selectFrom('dispatches as dispatch')
      .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
      .select(['sender.email', 'dispatch.ttl', 'dispatch.ttl_unit'])
      .where('dispatch.kind', 'in', ['drop', 'grant'])
      .where('dispatch.created_at', '>', given.since)
      .where((eb) =>
        eb(eb('dispatch.expires_at', '-', eb.ref('dispatch.created_at')), '<', given.underMs),
      )
      .orderBy('dispatch.sequence', 'desc')
      .limit(given.limit),
);

export const removeOfAccount = prepareDelete(
  'dispatches.removeOfAccount',
  'dispatches',
  'account_id',
);

/** Ended long ago, with no bytes left to remove. */
export const removableEnded = prepare(
  'dispatches.removableEnded',
  (db, given: { before: number; limit: number }) =>
    db
      .selectFrom('dispatches as dispatch')
      .select('dispatch.id')
      .where('dispatch.ended_at', '<', given.before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('files')
              .select('files.id')
              .whereRef('files.dispatch_id', '=', 'dispatch.id')
              .where('files.reclaimed_at', 'is', null),
          ),
        ),
      )
      .orderBy('dispatch.ended_at')
      .limit(given.limit),
);

export const removeFilesOf = prepare(
  'dispatches.removeFilesOf',
  (db, given: { ids: readonly string[] }, words) =>
    db.deleteFrom('files').where('dispatch_id', 'in', words.elementsOf(given.ids)),
);

export const removeDispatches = prepare(
  'dispatches.removeDispatches',
  (db, given: { ids: readonly string[] }, words) =>
    db.deleteFrom('dispatches').where('id', 'in', words.elementsOf(given.ids)),
);
