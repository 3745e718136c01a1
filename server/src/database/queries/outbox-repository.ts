import type { Kysely, SelectQueryBuilder, Selectable } from 'kysely';
import type { AccountId, MailId, ReceiverId } from '../../domain/model/ids.ts';
import type {
  Digest,
  Lane,
  MailKind,
  MailState,
  OutboxClaim,
  OutboxEntry,
  OutboxRepository,
} from '../../domain/model/outbox.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { MailsTable, Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

const insert = prepareInsert('outbox.insert', 'mails', [
  'id',
  'kind',
  'to_email',
  'account_id',
  'receiver_id',
  'created_at',
  'state',
  'attempts',
  'next_attempt_at',
  'listed',
  'listed_count',
  'asked_from',
]);

type Given<Value extends object> = Value & { now: number; leaseUntil: number };

/**
 * Leases one message. The update checks again that the row is due: of two claimants that found the same
 * row, the second changes nothing.
 */
function leasing(db: Kysely<Schema>, given: Given<object>, find: (due: Due) => Due) {
  return db
    .updateTable('mails')
    .set(({ eb }) => ({
      next_attempt_at: given.leaseUntil,
      attempts: eb('attempts', '+', 1),
      stalled: 0,
    }))
    .where('sequence', 'in', (eb) =>
      find(
        eb
          .selectFrom('mails')
          .select('sequence')
          .where('state', '=', 'waiting')
          .where('next_attempt_at', '<=', given.now),
      ).limit(1),
    )
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', given.now)
    .returningAll();
}

type Due = SelectQueryBuilder<Schema, 'mails', { sequence: number }>;

function claimingCode(lane: Lane) {
  return prepare(`outbox.claimCode.${lane}`, (db, given: Given<object>) =>
    leasing(db, given, (due) =>
      due
        .where('kind', '=', 'code')
        .where('to_email', addressing[lane], '%@%')
        .orderBy('next_attempt_at')
        .orderBy('sequence'),
    ),
  );
}

/** How messages of a lane are addressed. */
const addressing = { mail: 'like', sms: 'not like' } as const;

const claimCode = { mail: claimingCode('mail'), sms: claimingCode('sms') };

/** Only codes go by SMS. */
const claimInTurn = prepare('outbox.claimInTurn', (db, given: Given<{ after: string }>) =>
  leasing(db, given, (due) =>
    due
      .where('kind', '!=', 'code')
      .where('account_id', '>', given.after)
      .orderBy('account_id')
      .orderBy('next_attempt_at')
      .orderBy('sequence'),
  ),
);

const retry = prepare(
  'outbox.retry',
  (db, given: { id: string; nextAttemptAt: number; lastError: string; stalled: number }) =>
    db
      .updateTable('mails')
      .set({
        next_attempt_at: given.nextAttemptAt,
        last_error: given.lastError,
        stalled: given.stalled,
      })
      .where('id', '=', given.id)
      .where('state', '=', 'waiting'),
);

function endingOutage(lane: Lane) {
  return prepare(`outbox.endOutage.${lane}`, (db, given: { now: number }) =>
    db
      .updateTable('mails')
      .set({ next_attempt_at: given.now, stalled: 0 })
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '>', given.now)
      .where('stalled', '=', 1)
      .where('to_email', addressing[lane], '%@%'),
  );
}

const endOutage = { mail: endingOutage('mail'), sms: endingOutage('sms') };

const releaseAll = prepare('outbox.releaseAll', (db, given: { now: number }) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: given.now, stalled: 0 })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', given.now),
);

const settle = prepare(
  'outbox.settle',
  (db, given: { id: string; state: string; at: number; lastError: string | null }) =>
    db
      .updateTable('mails')
      .set({ state: given.state, settled_at: given.at, last_error: given.lastError })
      .where('id', '=', given.id)
      .where('state', '=', 'waiting'),
);

function newestFirst(db: Kysely<Schema>) {
  return db.selectFrom('mails').selectAll().orderBy('sequence', 'desc');
}

const lastDigest = prepare('outbox.lastDigest', (db, given: { accountId: string; kind: string }) =>
  newestFirst(db)
    .where('account_id', '=', given.accountId)
    .where('kind', '=', given.kind)
    .where('listed', 'is not', null)
    .limit(1),
);

const putDigest = prepare(
  'outbox.putDigest',
  (db, given: { id: string; listed: string | null; listed_count: number | null }) =>
    db
      .updateTable('mails')
      .set({ listed: given.listed, listed_count: given.listed_count })
      .where('id', '=', given.id),
);

const newest = prepare('outbox.newest', (db, given: { limit: number }) =>
  newestFirst(db).limit(given.limit),
);

const byId = prepare('outbox.byId', (db, given: { id: string }) =>
  newestFirst(db).where('id', '=', given.id),
);

const ofReceivers = prepare(
  'outbox.ofReceivers',
  (db, given: { receiverIds: readonly string[] }, words) =>
    newestFirst(db).where('receiver_id', 'in', words.elementsOf(given.receiverIds)),
);

function counting(db: Kysely<Schema>) {
  return db.selectFrom('mails').select(({ fn }) => fn.countAll<number | string>().as('count'));
}

const waitingCount = prepare('outbox.waitingCount', (db) =>
  counting(db).where('state', '=', 'waiting'),
);

const oldestWaiting = prepare('outbox.oldestWaiting', (db) =>
  db
    .selectFrom('mails')
    .select('created_at')
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(1),
);

const linkMail = prepare(
  'outbox.linkMail',
  (db, given: { accountId: string; since: number; skip: number }) =>
    db
      .selectFrom('mails')
      .select('created_at')
      .where('kind', 'in', ['download', 'upload'])
      .where('account_id', '=', given.accountId)
      .where('created_at', '>', given.since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(given.skip),
);

interface CodeQuestion {
  since: number;
  /** NULL for those of all accounts. */
  receiverId: string | null;
  accountId: string | null;
  /** The pattern of the number; NULL for mails, too. */
  number: string | null;
  askedFrom: string | null;
}

const codeCount = prepare('outbox.codeCount', (db, given: CodeQuestion) =>
  counting(db)
    .where('kind', '=', 'code')
    .where('created_at', '>', given.since)
    .where('receiver_id', '=', (eb) => eb.fn.coalesce(eb.val(given.receiverId), 'receiver_id'))
    .where('account_id', '=', (eb) => eb.fn.coalesce(eb.val(given.accountId), 'account_id'))
    .where((eb) =>
      eb.or([
        eb(eb.val(given.number), 'is', null),
        eb.and([eb('to_email', 'like', eb.val(given.number)), eb('to_email', 'not like', '%@%')]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb(eb.val(given.askedFrom), 'is', null),
        eb('asked_from', '=', eb.val(given.askedFrom)),
      ]),
    ),
);

const removeSettled = prepare(
  'outbox.removeSettled',
  (db, given: { before: number; limit: number }) =>
    db
      .deleteFrom('mails')
      .where('sequence', 'in', (settled) =>
        settled
          .selectFrom('mails')
          .select('sequence')
          .where('settled_at', '<', given.before)
          .orderBy('settled_at')
          .limit(given.limit),
      ),
);

export function createOutboxRepository(session: Session): OutboxRepository {
  async function claimOther({ now, leaseUntil, after = '' as AccountId }: OutboxClaim) {
    const next = await session.first(claimInTurn, { now, leaseUntil, after });
    if (next !== undefined || after === '') return next;
    return await session.first(claimInTurn, { now, leaseUntil, after: '' });
  }

  return {
    async removeSettled(before, limit) {
      return await session.change(removeSettled, { before, limit });
    },

    async add(messages) {
      for (const message of messages) {
        await session.change(insert, {
          id: message.id,
          kind: message.kind,
          to_email: message.to,
          account_id: message.accountId,
          receiver_id: message.receiverId ?? null,
          created_at: message.createdAt,
          state: 'waiting',
          attempts: 0,
          next_attempt_at: message.dueAt ?? message.createdAt,
          ...digestColumns(message.digest),
          asked_from: message.askedFrom ?? null,
        });
      }
    },

    async claimNext(lane, claim) {
      const code = await session.first(claimCode[lane], claim);
      const row = code ?? (lane === 'mail' ? await claimOther(claim) : undefined);
      return row && entryOf(row);
    },

    async retry(id, nextAttemptAt, { reason, isOutage }) {
      const stalled = isOutage ? 1 : 0;
      await session.change(retry, { id, nextAttemptAt, lastError: reason, stalled });
    },

    async endOutage(lane, now) {
      return await session.change(endOutage[lane], { now });
    },

    async releaseAll(now) {
      await session.change(releaseAll, { now });
    },

    async settle(id, state, at, lastError) {
      await session.change(settle, { id, state, at, lastError: lastError ?? null });
    },

    async findLastDigest(accountId, kind) {
      const row = await session.first(lastDigest, { accountId, kind });
      return row && entryOf(row);
    },

    async putDigest(id, digest) {
      await session.change(putDigest, { id, ...digestColumns(digest) });
    },

    async list(limit) {
      return (await session.all(newest, { limit })).map(entryOf);
    },

    async find(id) {
      const row = await session.first(byId, { id });
      return row && entryOf(row);
    },

    async listFor(...receiverIds) {
      return (await session.all(ofReceivers, { receiverIds })).map(entryOf);
    },

    async countWaiting() {
      const row = await session.first(waitingCount, {});
      return Number(row?.count);
    },

    async findOldestWaiting() {
      return (await session.first(oldestWaiting, {}))?.created_at;
    },

    async findLinkMail(accountId, since, skip) {
      return (await session.first(linkMail, { accountId, since, skip }))?.created_at;
    },

    async countCodes({ since, receiverId, accountId, numberPrefix, askedFrom }) {
      const row = await session.first(codeCount, {
        since,
        receiverId: receiverId ?? null,
        accountId: accountId ?? null,
        number: numberPrefix === undefined ? null : `${numberPrefix}%`,
        askedFrom: askedFrom ?? null,
      });
      return Number(row?.count);
    },
  };
}

function entryOf(row: Selectable<MailsTable>): OutboxEntry {
  return {
    id: row.id as MailId,
    kind: row.kind as MailKind,
    to: row.to_email,
    accountId: row.account_id as AccountId,
    receiverId: (row.receiver_id ?? undefined) as ReceiverId | undefined,
    createdAt: row.created_at,
    state: row.state as MailState,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    settledAt: row.settled_at ?? undefined,
    lastError: row.last_error ?? undefined,
    ...(row.listed !== null && {
      digest: { ids: JSON.parse(row.listed) as string[], count: row.listed_count ?? 0 },
    }),
  };
}

function digestColumns(digest: Digest | undefined) {
  return {
    listed: digest === undefined ? null : JSON.stringify(digest.ids),
    listed_count: digest?.count ?? null,
  };
}
