import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Instant } from '../../domain/clock.ts';
import type { AccountId, MailId, ReceiverId } from '../../domain/ids.ts';
import type { MailKind, MailState, OutboxEntry, OutboxRepository } from '../../domain/outbox.ts';
import { prepareInsert } from '../prepared-query.ts';
import type { MailsTable } from '../schema.ts';
import type { Session } from '../session.ts';

/** Spelt out rather than bound, or SQLite could not tell that the index of such mail will do. */
const waiting = sql.lit('waiting');
const code = sql.lit('code');

const insert = prepareInsert('mails', [
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

export function createOutboxRepository(session: Session): OutboxRepository {
  const { db } = session;
  const newestFirst = db.selectFrom('mails').selectAll().orderBy('sequence', 'desc');

  /** Claims codes, or what is none. */
  async function claim(
    isCode: '=' | '!=',
    now: Instant,
    leaseUntil: Instant,
    limit: number,
  ): Promise<OutboxEntry[]> {
    if (limit <= 0) return [];
    const rows = await db
      .updateTable('mails')
      .set(({ eb }) => ({
        next_attempt_at: leaseUntil,
        attempts: eb('attempts', '+', 1),
      }))
      .where('sequence', 'in', (due) =>
        due
          .selectFrom('mails')
          .select('sequence')
          .where('state', '=', waiting)
          .where('kind', isCode, code)
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .orderBy('sequence')
          .limit(limit),
      )
      .returningAll()
      .execute();
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
      const codes = await claim('=', now, leaseUntil, limit);
      const others = await claim('!=', now, leaseUntil, limit - codes.length);
      return [...codes, ...others];
    },

    async retry(id, nextAttemptAt, lastError) {
      await db
        .updateTable('mails')
        .set({ next_attempt_at: nextAttemptAt, last_error: lastError })
        .where('id', '=', id)
        .where('state', '=', waiting)
        .execute();
    },

    async settle(id, state, at, lastError) {
      await db
        .updateTable('mails')
        .set({ state, settled_at: at, last_error: lastError ?? null })
        .where('id', '=', id)
        .where('state', '=', waiting)
        .execute();
    },

    async list(limit) {
      const rows = await newestFirst.limit(limit).execute();
      return rows.map(entryOf);
    },

    async find(id) {
      const row = await newestFirst.where('id', '=', id).executeTakeFirst();
      return row && entryOf(row);
    },

    async listFor(...receiverIds) {
      const rows = await newestFirst.where('receiver_id', 'in', receiverIds).execute();
      return rows.map(entryOf);
    },

    async countWaiting() {
      const { count } = await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('state', '=', waiting)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async countCodes({ since, receiverId, accountId, numberPrefix }) {
      const { count } = await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('kind', '=', code)
        .where('created_at', '>', since)
        .$if(receiverId !== undefined, (query) => query.where('receiver_id', '=', receiverId ?? ''))
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
        .$if(numberPrefix !== undefined, (query) =>
          query
            .where('to_email', 'like', `${numberPrefix ?? ''}%`)
            .where('to_email', 'not like', '%@%'),
        )
        .executeTakeFirstOrThrow();
      return Number(count);
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
