import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { AccountId, MailId, ReceiverId } from '../../domain/ids.ts';
import type { MailKind, MailState, OutboxEntry, OutboxRepository } from '../../domain/outbox.ts';
import { inBatches } from '../in-batches.ts';
import type { MailsTable, Schema } from '../schema.ts';

/** Spelt out rather than bound, or SQLite could not tell that the index of waiting mail will do. */
const waiting = sql.lit('waiting');

export function createOutboxRepository(db: Kysely<Schema>): OutboxRepository {
  const newestFirst = db.selectFrom('mails').selectAll().orderBy('sequence', 'desc');

  return {
    async add(messages) {
      const rows = messages.map((message) => ({
        id: message.id,
        kind: message.kind,
        to_email: message.to,
        account_id: message.accountId,
        receiver_id: message.receiverId,
        created_at: message.createdAt,
        state: 'waiting',
        attempts: 0,
        next_attempt_at: message.createdAt,
        settled_at: null,
        last_error: null,
      }));
      await inBatches(rows, (batch) => db.insertInto('mails').values(batch).execute());
    },

    async claimDue(now, leaseUntil, limit) {
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
            .where('next_attempt_at', '<=', now)
            .orderBy('next_attempt_at')
            .orderBy('sequence')
            .limit(limit),
        )
        .returningAll()
        .execute();
      return rows.sort((a, b) => a.sequence - b.sequence).map(entryOf);
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
