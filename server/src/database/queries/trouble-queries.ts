import type { ExpressionBuilder, Kysely } from 'kysely';
import type { AgedPlace } from './aged-place.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

// Whom a mail with a link has not reached, and which drops that is about.

const failedStates = ['refused', 'abandoned', 'suppressed'] as const;

/** What became of the newest mail with the link of a receiver. */
function newestMailState(
  eb: ExpressionBuilder<Schema & { receiver: Schema['dispatch_receivers'] }, 'receiver'>,
) {
  return eb
    .selectFrom('mails as newest')
    .select('newest.state')
    .whereRef('newest.receiver_id', '=', 'receiver.id')
    .where('newest.kind', '=', 'download')
    .orderBy('newest.sequence', 'desc')
    .limit(1);
}

/** Whether the newest mail with the link failed, or waits because it could not be delivered yet. */
function newestTrouble(
  eb: ExpressionBuilder<Schema & { receiver: Schema['dispatch_receivers'] }, 'receiver'>,
) {
  return eb
    .selectFrom('mails as newest')
    .select((inner) =>
      inner
        .case()
        .when('newest.state', 'in', failedStates)
        .then('failed')
        .when(
          inner.and([
            inner('newest.state', '=', 'waiting'),
            inner('newest.last_error', 'is not', null),
          ]),
        )
        .then('delayed')
        .end()
        .as('trouble'),
    )
    .whereRef('newest.receiver_id', '=', 'receiver.id')
    .where('newest.kind', '=', 'download')
    .orderBy('newest.sequence', 'desc')
    .limit(1);
}

/** How many receivers of each drop a mail has not reached, by what became of it; the others count as null. */
export const troubleSums = prepare(
  'sent.troubleSums',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom(
        db
          .selectFrom('dispatch_receivers as receiver')
          .select((eb) => ['receiver.dispatch_id', newestTrouble(eb).as('trouble')])
          .where('receiver.dispatch_id', 'in', words.elementsOf(given.ids))
          .where('receiver.revoked_at', 'is', null)
          .as('asked'),
      )
      .select(({ fn }) => ['dispatch_id', 'trouble', fn.countAll<number | string>().as('count')])
      .groupBy(['dispatch_id', 'trouble']),
);

/** Failed mails of the account about live drops, the newest failure first. A later one may have arrived. */
export const failedMails = prepare(
  'sent.failedMails',
  (db, given: { accountId: string; limit: number; now: number; since: number }) =>
    db
      .selectFrom('mails as mail')
      .innerJoin('dispatch_receivers as receiver', 'receiver.id', 'mail.receiver_id')
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
      .selectAll('dispatch')
      .where('mail.account_id', '=', given.accountId)
      .where('mail.kind', '=', 'download')
      .where('mail.state', 'in', failedStates)
      .where('mail.settled_at', '>', given.since)
      .where('receiver.revoked_at', 'is', null)
      .where('dispatch.ended_at', 'is', null)
      .where('dispatch.expires_at', '>', given.now)
      .orderBy('mail.settled_at', 'desc')
      .limit(given.limit),
);

export const unreachedReceivers = prepare(
  'sent.unreachedReceivers',
  (db, given: { dispatchId: string; limit: number }) =>
    db
      .selectFrom('dispatch_receivers as receiver')
      .selectAll('receiver')
      .where('receiver.dispatch_id', '=', given.dispatchId)
      .where('receiver.revoked_at', 'is', null)
      .where(newestMailState, 'in', failedStates)
      .orderBy('receiver.position')
      .limit(given.limit),
);

/** Live drops behind a place, by age. */
interface Troubled extends Pick<AgedPlace, 'accountId' | 'from' | 'to' | 'before'> {
  now: number;
  limit: number;
  /** So many mails of the account are looked at, the newest ones. */
  mostMails: number;
}

/**
 * The live drops that these mails are about, where no newer mail went to the same receiver. Cross joins keep SQLite
 * from beginning with all drops of the account.
 */
function dropsAbout(db: Kysely<Schema>, found: ReturnType<typeof mailsOf>, given: Troubled) {
  const { accountId, from, to, before, now, limit } = given;
  return db
    .selectFrom(found.as('found'))
    .crossJoin('dispatch_receivers as receiver')
    .crossJoin('dispatches as dispatch')
    .select(['dispatch.id', 'dispatch.created_at', 'dispatch.sequence'])
    .distinct()
    .whereRef('receiver.id', '=', 'found.receiver_id')
    .whereRef('dispatch.id', '=', 'receiver.dispatch_id')
    .where('receiver.revoked_at', 'is', null)
    .where('dispatch.account_id', '=', accountId)
    .where('dispatch.kind', '=', 'drop')
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>', now)
    .where('dispatch.created_at', '>=', from)
    .where('dispatch.created_at', '<=', to)
    .where((eb) =>
      eb.or([eb('dispatch.created_at', '<', to), eb('dispatch.sequence', '<', before)]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails as newer')
            .select('newer.id')
            .whereRef('newer.receiver_id', '=', 'found.receiver_id')
            .where('newer.kind', '=', 'download')
            .whereRef('newer.sequence', '>', 'found.sequence'),
        ),
      ),
    )
    .orderBy('dispatch.created_at', 'desc')
    .orderBy('dispatch.sequence', 'desc')
    .limit(limit);
}

function mailsOf(db: Kysely<Schema>, { accountId, mostMails }: Troubled) {
  return db
    .selectFrom('mails')
    .select(['receiver_id', 'sequence'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'download')
    .limit(mostMails);
}

export const dropsWithFailures = prepare('sent.dropsWithFailures', (db, given: Troubled) =>
  dropsAbout(
    db,
    mailsOf(db, given).where('state', 'in', failedStates).orderBy('settled_at', 'desc'),
    given,
  ),
);

export const dropsWithDelays = prepare('sent.dropsWithDelays', (db, given: Troubled) =>
  dropsAbout(
    db,
    mailsOf(db, given)
      .where('state', '=', 'waiting')
      .where('last_error', 'is not', null)
      .orderBy('created_at', 'desc'),
    given,
  ),
);
