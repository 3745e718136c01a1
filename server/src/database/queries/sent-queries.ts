import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { noAddress } from '../../domain/model/dispatch.ts';
import type { SqlDialect } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import { prepareSelect } from './rows-by-column.ts';
import type { Schema } from './schema.ts';

interface Listing {
  accountId: string;
  limit: number;
}

function dropsOf(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('dispatches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'drop');
}

/** The drops that were made from `from` to `to`, and of those of that last instant the ones before a number. */
interface Aged extends Listing {
  from: number;
  to: number;
  before: number;
}

function dropsByAge(db: Kysely<Schema>, { accountId, from, to, before }: Aged) {
  return dropsOf(db, accountId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where((eb) => eb.or([eb('created_at', '<', to), eb('sequence', '<', before)]));
}

function newestByAge(db: Kysely<Schema>, given: Aged) {
  return dropsByAge(db, given)
    .orderBy('created_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(given.limit);
}

/** Those that were not ended, expired or not. */
export const unendedDrops = prepare('sent.unendedDrops', (db, given: Aged) =>
  newestByAge(db, given).where('ended_at', 'is', null),
);

export const liveDrops = prepare('sent.liveDrops', (db, given: Aged & { now: number }) =>
  newestByAge(db, given).where('ended_at', 'is', null).where('expires_at', '>', given.now),
);

/** Those that the caller of the API called this. */
export const dropsByReference = prepare(
  'sent.dropsByReference',
  (db, given: Aged & { reference: string }) =>
    newestByAge(db, given).where('reference', '=', given.reference),
);

/** Those that ended with their time. */
export const expiredDrops = prepare('sent.expiredDrops', (db, given: Aged) =>
  newestByAge(db, given).whereRef('ended_at', '>=', 'expires_at'),
);

/** Those that were ended before their time. */
export const revokedDrops = prepare('sent.revokedDrops', (db, given: Aged) =>
  newestByAge(db, given).whereRef('ended_at', '<', 'expires_at'),
);

/** Expired and not yet ended by the job: few, whatever the size of the account. */
export const overdueDrops = prepare('sent.overdueDrops', (db, given: Aged & { now: number }) =>
  dropsByAge(db, given)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', given.now)
    .orderBy('expires_at', 'desc')
    .limit(given.limit),
);

/** How many live until a time, at most `atMost`. */
export const liveCount = prepare(
  'sent.liveCount',
  (db, given: { accountId: string; now: number; endsBefore: number; atMost: number }) =>
    db
      .selectFrom(
        db
          .selectFrom('dispatches')
          .select('id')
          .where('account_id', '=', given.accountId)
          .where('kind', '=', 'drop')
          .where('ended_at', 'is', null)
          .where('expires_at', '>', given.now)
          .where('expires_at', '<', given.endsBefore)
          .limit(given.atMost)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count')),
);

/** After `(expiresAt, sequence)`, the soonest end first. */
export const endingDrops = prepare(
  'sent.endingDrops',
  (db, given: Listing & { expiresAt: number; sequence: number; endsBefore: number }) =>
    dropsOf(db, given.accountId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>=', given.expiresAt)
      .where('expires_at', '<', given.endsBefore)
      .where((eb) =>
        eb.or([eb('expires_at', '>', given.expiresAt), eb('sequence', '>', given.sequence)]),
      )
      .orderBy('expires_at')
      .orderBy('sequence')
      .limit(given.limit),
);

/** The account's dispatches of any kind, for a search: the bounds of what is looked through. */
export const stretchOfAccount = prepare(
  'sent.stretchOfAccount',
  (db, given: Listing & { before: number }) =>
    db
      .selectFrom('dispatches')
      .select('sequence')
      .where('account_id', '=', given.accountId)
      .where('sequence', '<', given.before)
      .orderBy('sequence', 'desc')
      .limit(given.limit),
);

interface Search {
  accountId: string;
  oldest: number;
  before: number;
  /** Patterns for `like`, in lower case as far as ASCII goes. */
  pattern: string;
  otherPattern: string;
}

const receiverTexts = ['email', 'nick', 'name'].map((name) => `dispatch_receivers.${name}`);

/** Whether one of these columns matches one of the patterns. */
function matches<Tables extends keyof Schema>(
  eb: ExpressionBuilder<Schema, Tables>,
  columns: readonly string[],
  { pattern, otherPattern }: Search,
  words: SqlDialect,
): Expression<SqlBool> {
  return eb.or(
    columns.flatMap((column) => [
      words.isLike(column, pattern),
      words.isLike(column, otherPattern),
    ]),
  );
}

export const matchingDrops = prepare('sent.matchingDrops', (db, given: Search, words) =>
  dropsOf(db, given.accountId)
    .where('sequence', '>=', given.oldest)
    .where('sequence', '<', given.before)
    .where((eb) =>
      eb.or([
        matches(eb, ['dispatches.title', 'dispatches.message'], given, words),
        eb.exists(
          eb
            .selectFrom('dispatch_receivers')
            .select('dispatch_receivers.id')
            .whereRef('dispatch_receivers.dispatch_id', '=', 'dispatches.id')
            .where(matches(eb, receiverTexts, given, words)),
        ),
        eb.exists(
          eb
            .selectFrom('files')
            .select('files.id')
            .whereRef('files.dispatch_id', '=', 'dispatches.id')
            .where(matches(eb, ['files.name'], given, words)),
        ),
      ]),
    )
    .orderBy('sequence', 'desc'),
);

export const dropOf = prepare('sent.dropOf', (db, given: { accountId: string; id: string }) =>
  dropsOf(db, given.accountId).where('id', '=', given.id),
);

export const dropsOfIds = prepare(
  'sent.dropsOfIds',
  (db, given: { accountId: string; ids: readonly string[] }, words) =>
    dropsOf(db, given.accountId)
      .where('id', 'in', words.elementsOf(given.ids))
      .orderBy('created_at', 'desc')
      .orderBy('sequence', 'desc'),
);

/** A drop of the account, as the place where a page begins; any dispatch of it, for a search. */
export const placeOf = prepare('sent.placeOf', (db, given: { accountId: string; id: string }) =>
  db
    .selectFrom('dispatches')
    .select(['id', 'sequence', 'expires_at', 'created_at'])
    .where('id', '=', given.id)
    .where('account_id', '=', given.accountId),
);

export const dispatchAt = prepare('sent.dispatchAt', (db, given: { sequence: number }) =>
  db.selectFrom('dispatches').select(['id', 'created_at']).where('sequence', '=', given.sequence),
);

interface Several {
  ids: readonly string[];
}

export const fileSums = prepare('sent.fileSums', (db, given: Several, words) =>
  db
    .selectFrom('files')
    .select(({ fn }) => [
      'dispatch_id',
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string>('size_bytes').as('bytes'),
      fn.min('sequence').as('first'),
    ])
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .groupBy('dispatch_id'),
);

export const fileNames = prepare(
  'sent.fileNames',
  (db, given: { sequences: readonly number[] }, words) =>
    db
      .selectFrom('files')
      .select(['sequence', 'name'])
      .where('sequence', 'in', words.numbersOf(given.sequences)),
);

export const receiverSums = prepare('sent.receiverSums', (db, given: Several, words) =>
  db
    .selectFrom('dispatch_receivers')
    .select(({ fn }) => [
      'dispatch_id',
      fn.countAll<number | string>().as('count'),
      fn.count<number | string>('revoked_at').as('revoked'),
      fn
        .countAll<number | string>()
        .filterWhere('opened_at', 'is not', null)
        .filterWhere('revoked_at', 'is', null)
        .as('opened'),
    ])
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .where('email', '<>', noAddress)
    .groupBy('dispatch_id'),
);

/** Positions below this are looked at for the names of the first receivers. */
const namedPositions = 8;

export const firstReceivers = prepare('sent.firstReceivers', (db, given: Several, words) =>
  db
    .selectFrom('dispatch_receivers')
    .select(['dispatch_id', 'email', 'nick'])
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .where('position', '<', namedPositions)
    .where('email', '<>', noAddress)
    .where('revoked_at', 'is', null)
    .orderBy('position'),
);

/** The same for one drop whose first receivers stand behind many links for anyone, or behind revoked ones. */
export const firstNamed = prepare(
  'sent.firstNamed',
  (db, given: { dispatchId: string; limit: number }) =>
    db
      .selectFrom('dispatch_receivers')
      .select(['email', 'nick'])
      .where('dispatch_id', '=', given.dispatchId)
      .where('email', '<>', noAddress)
      .where('revoked_at', 'is', null)
      .orderBy('position')
      .limit(given.limit),
);

/** How many files each receiver has completed, where it is any. */
export const completedByReceiver = prepare(
  'sent.completedByReceiver',
  (db, given: Several, words) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('downloads as download', 'download.receiver_id', 'receiver.id')
      .select(({ fn }) => ['receiver.dispatch_id', fn.countAll<number | string>().as('count')])
      .where('receiver.dispatch_id', 'in', words.elementsOf(given.ids))
      .where('receiver.revoked_at', 'is', null)
      .where('download.completed_at', 'is not', null)
      .groupBy(['receiver.dispatch_id', 'receiver.id']),
);

interface ReceiversPage {
  dispatchId: string;
  after: number;
  limit: number;
}

function receiversBehind(db: Kysely<Schema>, given: ReceiversPage) {
  return db
    .selectFrom('dispatch_receivers')
    .selectAll()
    .where('dispatch_id', '=', given.dispatchId)
    .where('position', '>', given.after)
    .orderBy('position')
    .limit(given.limit);
}

export const receiversAfter = prepare('sent.receiversAfter', (db, given: ReceiversPage) =>
  receiversBehind(db, given).where('email', '<>', noAddress),
);

/** Links to hand out among them. */
export const allReceiversAfter = prepare('sent.allReceiversAfter', (db, given: ReceiversPage) =>
  receiversBehind(db, given),
);

export const receiversOfSeveral = prepare('sent.receiversOfSeveral', (db, given: Several, words) =>
  db
    .selectFrom('dispatch_receivers')
    .selectAll()
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .where('email', '<>', noAddress)
    .orderBy('dispatch_id')
    .orderBy('position'),
);

/** The links for anyone of some drops. */
export const anyoneLinksOf = prepare('sent.anyoneLinksOf', (db, given: Several, words) =>
  db
    .selectFrom('dispatch_receivers')
    .selectAll()
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .where('email', '=', noAddress)
    .orderBy('dispatch_id')
    .orderBy('position'),
);

export const receiverIn = prepareSelect(
  'sent.receiverIn',
  'dispatch_receivers',
  'id',
  'dispatch_id',
);

export const progressOf = prepare('sent.progressOf', (db, given: Several, words) =>
  db
    .selectFrom('downloads')
    .select(({ fn }) => [
      'receiver_id',
      fn.countAll<number | string>().as('count'),
      fn.max('completed_at').as('last'),
    ])
    .where('receiver_id', 'in', words.elementsOf(given.ids))
    .where('completed_at', 'is not', null)
    .groupBy('receiver_id'),
);

/** How many receivers of a drop have each of these files, where it is any. */
export const holdersOf = prepare(
  'sent.holdersOf',
  (db, given: { dispatchId: string; ids: readonly string[] }, words) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('downloads as download', 'download.receiver_id', 'receiver.id')
      .select(({ fn }) => ['download.file_id', fn.countAll<number | string>().as('count')])
      .where('receiver.dispatch_id', '=', given.dispatchId)
      .where('receiver.email', '<>', noAddress)
      .where('receiver.revoked_at', 'is', null)
      .where('download.file_id', 'in', words.elementsOf(given.ids))
      .where('download.completed_at', 'is not', null)
      .groupBy('download.file_id'),
);

export const changesOf = prepare('sent.changesOf', (db, given: { id: string }) =>
  db
    .selectFrom('dispatch_changes')
    .select(['at', 'receiver_id', 'expires_at'])
    .where('dispatch_id', '=', given.id)
    .orderBy('at')
    .orderBy('receiver_id'),
);
