import type { Kysely, Selectable } from 'kysely';
import type { Instant } from '../../domain/clock.ts';
import type { AccountId, MailId, ReceiverId } from '../../domain/ids.ts';
import type { MailKind, MailState, OutboxEntry, OutboxRepository } from '../../domain/outbox.ts';
import { prepare, prepareInsert } from '../prepared-query.ts';
import type { MailsTable, Schema } from '../schema.ts';
import type { Session } from '../session.ts';

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
]);

/** Claims codes, or what is none. */
function claiming(name: string, isCode: '=' | '!=') {
  return prepare(name, (db, given: { now: number; leaseUntil: number; limit: number }) =>
    db
      .updateTable('mails')
      .set(({ eb }) => ({ next_attempt_at: given.leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where('sequence', 'in', (due) =>
        due
          .selectFrom('mails')
          .select('sequence')
          .where('state', '=', 'waiting')
          .where('kind', isCode, 'code')
          .where('next_attempt_at', '<=', given.now)
          .orderBy('next_attempt_at')
          .orderBy('sequence')
          .limit(given.limit),
      )
      .returningAll(),
  );
}

const claimCodes = claiming('outbox.claimCodes', '=');
const claimOthers = claiming('outbox.claimOthers', '!=');

const retry = prepare(
  'outbox.retry',
  (db, given: { id: string; nextAttemptAt: number; lastError: string }) =>
    db
      .updateTable('mails')
      .set({ next_attempt_at: given.nextAttemptAt, last_error: given.lastError })
      .where('id', '=', given.id)
      .where('state', '=', 'waiting'),
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

interface CodeQuestion {
  since: number;
  /** NULL for those of all. */
  receiverId: string | null;
  accountId: string | null;
  /** What the number is like; NULL for those that go by mail, too. */
  number: string | null;
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
    ),
);

export function createOutboxRepository(session: Session): OutboxRepository {
  async function claim(
    query: typeof claimCodes,
    now: Instant,
    leaseUntil: Instant,
    limit: number,
  ): Promise<OutboxEntry[]> {
    if (limit <= 0) return [];
    const rows = await session.all(query, { now, leaseUntil, limit });
    return rows.sort((a, b) => a.sequence - b.sequence).map(entryOf);
  }

  return {
    async add(messages) {
      for (const message of messages) {
        await session.change(insert, {
          id: message.id,
          kind: message.kind,
          to_email: message.to,
          account_id: message.accountId,
          receiver_id: message.receiverId,
          created_at: message.createdAt,
          state: 'waiting',
          attempts: 0,
          next_attempt_at: message.createdAt,
        });
      }
    },

    async claimDue(now, leaseUntil, limit) {
      const codes = await claim(claimCodes, now, leaseUntil, limit);
      const others = await claim(claimOthers, now, leaseUntil, limit - codes.length);
      return [...codes, ...others];
    },

    async retry(id, nextAttemptAt, lastError) {
      await session.change(retry, { id, nextAttemptAt, lastError });
    },

    async settle(id, state, at, lastError) {
      await session.change(settle, { id, state, at, lastError: lastError ?? null });
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

    async countCodes({ since, receiverId, accountId, numberPrefix }) {
      const row = await session.first(codeCount, {
        since,
        receiverId: receiverId ?? null,
        accountId: accountId ?? null,
        number: numberPrefix === undefined ? null : `${numberPrefix}%`,
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
    receiverId: row.receiver_id as ReceiverId,
    createdAt: row.created_at,
    state: row.state as MailState,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    settledAt: row.settled_at ?? undefined,
    lastError: row.last_error ?? undefined,
  };
}
