import type { Kysely } from 'kysely';
import type { ListedMailState } from '../../domain/model/administration.ts';
import { noAddress } from '../../domain/model/dispatch.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

interface Addresses {
  /** The first that may be listed, and the first that is not. */
  from: string;
  before: string;
  limit: number;
}

interface Accounts extends Addresses {
  /** 1 to leave out those that are disabled. */
  activeOnly: number;
}

function accountsBetween(db: Kysely<Schema>, { from, before, limit }: Addresses) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '>=', from)
    .where('email', '<', before)
    .orderBy('email')
    .limit(limit);
}

export const accountsInOrder = prepare('administration.accountsInOrder', (db, given: Accounts) =>
  accountsBetween(db, given).where((eb) =>
    eb.or([eb('disabled_at', 'is', null), eb(eb.val(given.activeOnly), '=', 0)]),
  ),
);

export const accountsOfRole = prepare(
  'administration.accountsOfRole',
  (db, given: Accounts & { role: string }) =>
    accountsBetween(db, given)
      .where('role', '=', given.role)
      .where((eb) => eb.or([eb('disabled_at', 'is', null), eb(eb.val(given.activeOnly), '=', 0)])),
);

export const disabledAccounts = prepare(
  'administration.disabledAccounts',
  (db, given: Addresses & { role: string | null }) =>
    accountsBetween(db, given)
      .where('disabled_at', 'is not', null)
      .where('role', '=', (eb) => eb.fn.coalesce(eb.val(given.role), 'role')),
);

/** Of some files of an account: the sum of all would read as many rows as it has files. */
export const storedSum = prepare(
  'administration.storedSum',
  (db, given: { accountId: string; atMost: number }) =>
    db
      .selectFrom((some) =>
        some
          .selectFrom('files')
          .select('size_bytes')
          .where('account_id', '=', given.accountId)
          .where('shredded_at', 'is', null)
          .limit(given.atMost)
          .as('counted'),
      )
      .select(({ fn }) => [
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('size_bytes').as('bytes'),
      ]),
);

export const bucketSum = prepare('administration.bucketSum', (db, given: { bucket: string }) =>
  db
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('size_bytes').as('bytes'),
    ])
    .where('key_bucket', '=', given.bucket)
    .where('shredded_at', 'is', null),
);

/** What of a bucket is held by a file of a later bucket, or by a later file of the same one, too. */
export const repeatedSum = prepare('administration.repeatedSum', (db, given: { bucket: string }) =>
  db
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | string | null>('files.size_bytes').as('bytes'))
    .where('files.key_bucket', '=', given.bucket)
    .where('files.content_id', 'is not', null)
    .where('files.shredded_at', 'is', null)
    .where((eb) =>
      eb(
        eb
          .selectFrom('files as later')
          .select('later.id')
          .whereRef('later.content_id', '=', 'files.content_id')
          .where('later.content_id', 'is not', null)
          .where('later.shredded_at', 'is', null)
          .where((each) =>
            each.or([
              each('later.key_bucket', '>', each.ref('files.key_bucket')),
              each.and([
                each('later.key_bucket', '=', each.ref('files.key_bucket')),
                each('later.sequence', '>', each.ref('files.sequence')),
              ]),
            ]),
          )
          .limit(1),
        'is not',
        null,
      ),
    ),
);

export const quotaSum = prepare('administration.quotaSum', (db) =>
  db
    .selectFrom('accounts')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('accounts'),
      fn.count<number | string>('quota_bytes').as('own'),
      fn.sum<number | string | null>('quota_bytes').as('bytes'),
    ])
    .where('disabled_at', 'is', null),
);

function dispatches(db: Kysely<Schema>, limit: number) {
  return db
    .selectFrom('dispatches as dispatch')
    .innerJoin('accounts as account', 'account.id', 'dispatch.account_id')
    .select([
      'dispatch.sequence',
      'dispatch.id',
      'dispatch.kind',
      'dispatch.created_at',
      'dispatch.expires_at',
      'dispatch.ended_at',
      'account.email',
    ])
    .limit(limit);
}

interface Page {
  /** The sequence of the row after which the page begins. */
  before: number;
  limit: number;
}

export const oneDispatch = prepare('administration.oneDispatch', (db, given: { id: string }) =>
  dispatches(db, 1).where('dispatch.id', '=', given.id),
);

export const newestDispatches = prepare('administration.newestDispatches', (db, given: Page) =>
  dispatches(db, given.limit)
    .where('dispatch.sequence', '<', given.before)
    .orderBy('dispatch.sequence', 'desc'),
);

export const newestOfAccount = prepare(
  'administration.newestOfAccount',
  (db, given: Page & { accountId: string }) =>
    dispatches(db, given.limit)
      .where('dispatch.account_id', '=', given.accountId)
      .where('dispatch.sequence', '<', given.before)
      .orderBy('dispatch.sequence', 'desc'),
);

export const endedOfAccount = prepare(
  'administration.endedOfAccount',
  (db, given: Page & { accountId: string }) =>
    dispatches(db, given.limit)
      .where('dispatch.account_id', '=', given.accountId)
      .where('dispatch.ended_at', 'is not', null)
      .where('dispatch.sequence', '<', given.before)
      .orderBy('dispatch.sequence', 'desc'),
);

interface TimedPage {
  /** The time and the sequence of the row after which the page begins. */
  at: number;
  sequence: number;
  limit: number;
}

function live(db: Kysely<Schema>, { at, sequence, limit }: TimedPage) {
  return dispatches(db, limit)
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>=', at)
    .where((eb) =>
      eb.or([eb('dispatch.expires_at', '>', at), eb('dispatch.sequence', '>', sequence)]),
    )
    .orderBy('dispatch.expires_at')
    .orderBy('dispatch.sequence');
}

export const liveDispatches = prepare('administration.liveDispatches', (db, given: TimedPage) =>
  live(db, given),
);

export const liveOfAccount = prepare(
  'administration.liveOfAccount',
  (db, given: TimedPage & { accountId: string; kind: string }) =>
    live(db, given)
      .where('dispatch.account_id', '=', given.accountId)
      .where('dispatch.kind', '=', given.kind),
);

export const endedDispatches = prepare('administration.endedDispatches', (db, given: TimedPage) =>
  dispatches(db, given.limit)
    .where('dispatch.ended_at', '<=', given.at)
    .where((eb) =>
      eb.or([eb('dispatch.ended_at', '<', given.at), eb('dispatch.sequence', '<', given.sequence)]),
    )
    .orderBy('dispatch.ended_at', 'desc')
    .orderBy('dispatch.sequence', 'desc'),
);

export const dispatchPlace = prepare('administration.dispatchPlace', (db, given: { id: string }) =>
  db
    .selectFrom('dispatches')
    .select(['sequence', 'expires_at', 'ended_at'])
    .where('id', '=', given.id),
);

export const liveCount = prepare(
  'administration.liveCount',
  (db, given: { now: number; upTo: number }) =>
    db
      .selectFrom((some) =>
        some
          .selectFrom('dispatches')
          .select('sequence')
          .where('ended_at', 'is', null)
          .where('expires_at', '>', given.now)
          .limit(given.upTo)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count')),
);

interface Several {
  ids: readonly string[];
}

export const fileSums = prepare('administration.fileSums', (db, given: Several, words) =>
  db
    .selectFrom('files')
    .select(({ fn }) => [
      'dispatch_id',
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string>('size_bytes').as('bytes'),
    ])
    .where('dispatch_id', 'in', words.elementsOf(given.ids))
    .groupBy('dispatch_id'),
);

/** A link for anyone to a drop is no receiver. */
export const receiverSums = prepare('administration.receiverSums', (db, given: Several, words) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .select(({ fn }) => [
      'receiver.dispatch_id',
      fn.countAll<number | string>().as('count'),
      fn.count<number | string>('receiver.opened_at').as('opened'),
      fn.count<number | string>('receiver.revoked_at').as('revoked'),
    ])
    .where('receiver.dispatch_id', 'in', words.elementsOf(given.ids))
    .where((eb) =>
      eb.or([eb('dispatch.kind', '<>', 'drop'), eb('receiver.email', '<>', noAddress)]),
    )
    .groupBy('receiver.dispatch_id'),
);

/** How many files each receiver has completed, where it is any. */
export const completedByReceiver = prepare(
  'administration.completedByReceiver',
  (db, given: Several, words) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('downloads as download', 'download.receiver_id', 'receiver.id')
      .select(({ fn }) => ['receiver.dispatch_id', fn.countAll<number | string>().as('count')])
      .where('receiver.dispatch_id', 'in', words.elementsOf(given.ids))
      .where('download.completed_at', 'is not', null)
      .groupBy(['receiver.dispatch_id', 'receiver.id']),
);

function mails(db: Kysely<Schema>) {
  return db
    .selectFrom('mails as mail')
    .innerJoin('accounts as account', 'account.id', 'mail.account_id')
    .selectAll('mail')
    .select('account.email as account_email');
}

export const mailById = prepare('administration.mailById', (db, given: { id: string }) =>
  mails(db).where('mail.id', '=', given.id),
);

export const newestMails = prepare('administration.newestMails', (db, given: Page) =>
  mails(db)
    .where('mail.sequence', '<', given.before)
    .orderBy('mail.sequence', 'desc')
    .limit(given.limit),
);

export const waitingMails = prepare('administration.waitingMails', (db, given: TimedPage) =>
  mails(db)
    .where('mail.state', '=', 'waiting')
    .where('mail.created_at', '<=', given.at)
    .where((eb) =>
      eb.or([eb('mail.created_at', '<', given.at), eb('mail.sequence', '<', given.sequence)]),
    )
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.sequence', 'desc')
    .limit(given.limit),
);

type Settled = Exclude<ListedMailState, 'waiting'>;

/** The state is part of the text: only then an engine knows that the index holds all of its rows. */
function mailsIn(state: Settled) {
  return prepare(`administration.mails.${state}`, (db, given: TimedPage) =>
    mails(db)
      .where('mail.state', '=', state)
      .where('mail.settled_at', '<=', given.at)
      .where((eb) =>
        eb.or([eb('mail.settled_at', '<', given.at), eb('mail.sequence', '<', given.sequence)]),
      )
      .orderBy('mail.settled_at', 'desc')
      .orderBy('mail.sequence', 'desc')
      .limit(given.limit),
  );
}

export const settledMails = {
  refused: mailsIn('refused'),
  abandoned: mailsIn('abandoned'),
  withdrawn: mailsIn('withdrawn'),
  suppressed: mailsIn('suppressed'),
};

function countIn(state: Settled) {
  return prepare(`administration.count.${state}`, (db, given: { upTo: number }) =>
    db
      .selectFrom((some) =>
        some
          .selectFrom('mails')
          .select('settled_at')
          .where('state', '=', state)
          .limit(given.upTo)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count')),
  );
}

export const failedCounts = [countIn('refused'), countIn('abandoned')];

const dayMs = 86_400_000;
interface Newest {
  /** Higher than every sequence. */
  before: number;
  atMost: number;
}

/** The newest rows by their day. */
export const dispatchesByDay = prepare('administration.dispatchesByDay', (db, given: Newest) =>
  db
    .selectFrom((newest) =>
      newest
        .selectFrom('dispatches')
        .select((eb) => eb('created_at', '/', eb.lit(dayMs)).as('day'))
        .where('sequence', '<', given.before)
        .orderBy('sequence', 'desc')
        .limit(given.atMost)
        .as('counted'),
    )
    .select(({ fn }) => ['counted.day', fn.countAll<number | string>().as('count')])
    .groupBy('counted.day'),
);

export const mailsByDay = prepare('administration.mailsByDay', (db, given: Newest) =>
  db
    .selectFrom((newest) =>
      newest
        .selectFrom('mails')
        .select((eb) => eb('created_at', '/', eb.lit(dayMs)).as('day'))
        .where('sequence', '<', given.before)
        .orderBy('sequence', 'desc')
        .limit(given.atMost)
        .as('counted'),
    )
    .select(({ fn }) => ['counted.day', fn.countAll<number | string>().as('count')])
    .groupBy('counted.day'),
);
