import type { Kysely, Selectable } from 'kysely';
import type { AccountId, MailId, ReceiverId } from '../../domain/model/ids.ts';
import type { MailKind } from '../../domain/model/mail-kinds.ts';
import { linkMailKinds } from '../../domain/model/mail-kinds.ts';
import type {
  Digest,
  MailState,
  OutboxClaim,
  OutboxEntry,
  OutboxRepository,
} from '../../domain/model/outbox.ts';
import {
  addressing,
  claimCode,
  claimInTurn,
  endOutage,
  releaseClaims,
  reopen,
  reopenFailed,
  retry,
  retryAll,
  settle,
  withdraw,
} from './outbox-delivery.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import { prepareUpdate } from './rows-by-column.ts';
import type { MailsTable, Schema } from './schema.ts';
import type { Session, SqlDialect } from './prepared-query.ts';

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

const putDigest = prepareUpdate('outbox.putDigest', 'mails', 'id', 'listed', 'listed_count');

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

function listWaiting(db: Kysely<Schema>) {
  return db.selectFrom('mails').where('state', '=', 'waiting');
}

const oldestWaiting = prepare('outbox.oldestWaiting', (db) =>
  listWaiting(db).select('created_at').orderBy('created_at').limit(1),
);

const oldestWaitingMail = prepare('outbox.oldestWaitingMail', (db) =>
  listWaiting(db)
    .select('created_at')
    .where((eb) => eb.or([eb('kind', '!=', 'code'), eb('to_email', addressing.mail, '%@%')]))
    .orderBy('created_at')
    .limit(1),
);

/** Only codes go by SMS: few rows are read. */
const waitingSms = prepare('outbox.waitingSms', (db) =>
  listWaiting(db)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('kind', '=', 'code')
    .where('to_email', addressing.sms, '%@%'),
);

const linkMail = prepare(
  'outbox.linkMail',
  (db, given: { accountId: string; since: number; skip: number }) =>
    db
      .selectFrom('mails')
      .select('created_at')
      .where('kind', 'in', linkMailKinds)
      .where('account_id', '=', given.accountId)
      .where('created_at', '>', given.since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(given.skip),
);

const kindCount = prepare(
  'outbox.kindCount',
  (db, given: { accountId: string; kinds: readonly string[]; since: number }, words: SqlDialect) =>
    counting(db)
      .where('account_id', '=', given.accountId)
      .where('created_at', '>', given.since)
      .where('kind', 'in', words.elementsOf(given.kinds)),
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
        eb(eb.cast(eb.val(given.number), 'text'), 'is', null),
        eb.and([eb('to_email', 'like', eb.val(given.number)), eb('to_email', 'not like', '%@%')]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb(eb.cast(eb.val(given.askedFrom), 'text'), 'is', null),
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
  async function claimOther({ now, by, after = '' as AccountId }: OutboxClaim) {
    const next = await session.first(claimInTurn, { now, by, after });
    if (next !== undefined || after === '') return next;
    return await session.first(claimInTurn, { now, by, after: '' });
  }

  return {
    async removeSettled(before, limit) {
      return await session.change(removeSettled, { before, limit });
    },

    async add(messages) {
      const rows = messages.map((message) => ({
        id: message.id,
        kind: message.kind,
        to_email: message.to,
        account_id: message.accountId,
        receiver_id: message.receiverId ?? null,
        created_at: message.createdAt,
        state: 'waiting' as const,
        attempts: 0,
        next_attempt_at: message.dueAt ?? message.createdAt,
        ...digestColumns(message.digest),
        asked_from: message.askedFrom ?? null,
      }));
      await changeEach(session, insert, rows);
    },

    async claimNext(lane, claim) {
      const code = await session.first(claimCode[lane], claim);
      const row = code ?? (lane === 'mail' ? await claimOther(claim) : undefined);
      return row && entryOf(row);
    },

    async retry(id, nextAttemptAt, { by, reason, isOutage }) {
      const stalled = isOutage ? 1 : 0;
      await session.change(retry, { id, by, nextAttemptAt, lastError: reason, stalled });
    },

    async endOutage(lane, now) {
      return await session.change(endOutage[lane], { now });
    },

    async releaseClaims(living, now) {
      return await session.change(releaseClaims, { living, now });
    },

    async retryAll(now) {
      await session.change(retryAll, { now });
    },

    async settle(id, state, at, lastError) {
      return (await session.change(settle, { id, state, at, lastError: lastError ?? null })) > 0;
    },

    async reopen(id, now) {
      return (await session.change(reopen, { id, now })) > 0;
    },

    async reopenFailed(now, limit) {
      let count = 0;
      for (const query of reopenFailed) {
        count += await session.change(query, { now, limit: limit - count });
      }
      return count;
    },

    async withdraw(id, at) {
      return (await session.change(withdraw, { id, at })) > 0;
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

    async measureBacklog(lane) {
      const bySms = await session.first(waitingSms, {});
      const count = Number(bySms?.count);
      if (lane === 'sms') return { count, oldestAt: bySms?.oldest ?? undefined };
      const inAll = await session.first(waitingCount, {});
      const oldestAt = (await session.first(oldestWaitingMail, {}))?.created_at;
      return { count: Number(inAll?.count) - count, oldestAt };
    },

    async findLinkMail(accountId, since, skip) {
      return (await session.first(linkMail, { accountId, since, skip }))?.created_at;
    },

    async countOfKinds(accountId, kinds, since) {
      return Number((await session.first(kindCount, { accountId, kinds, since }))?.count);
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

export function entryOf(row: Selectable<MailsTable>): OutboxEntry {
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
