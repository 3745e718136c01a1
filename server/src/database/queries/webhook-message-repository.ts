import type { Selectable } from 'kysely';
import type { FeedEventId, WebhookId } from '../../domain/model/ids.ts';
import type {
  ToldEvent,
  WebhookAttempt,
  WebhookAttemptRepository,
  WebhookMessage,
  WebhookMessageRepository,
} from '../../domain/model/webhook.ts';
import type { Session } from './prepared-query.ts';
import { changeEach, columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete } from './rows-by-column.ts';
import type { WebhookMessagesTable } from './webhook-tables.ts';

const progress = ['attempts', 'failing_since', 'next_attempt_at'] as const;

const insert = prepareInsert(
  'webhookMessages.insert',
  'webhook_messages',
  ['webhook_id', 'place', 'subject', 'event', ...progress],
  ['webhook_id', 'place'],
);

const due = prepare(
  'webhookMessages.due',
  (db, given: { webhookId: string; now: number; limit: number }) =>
    db
      .selectFrom('webhook_messages')
      .selectAll()
      .where('webhook_id', '=', given.webhookId)
      .where('next_attempt_at', '<=', given.now)
      .orderBy('next_attempt_at')
      .limit(given.limit),
);

const ofSubject = prepare(
  'webhookMessages.ofSubject',
  (db, given: { webhookId: string; subject: string; limit: number }) =>
    db
      .selectFrom('webhook_messages')
      .selectAll()
      .where('webhook_id', '=', given.webhookId)
      .where('subject', '=', given.subject)
      .orderBy('place')
      .limit(given.limit),
);

const waiting = prepare(
  'webhookMessages.waiting',
  (db, given: { webhookId: string; subjects: readonly string[] }, words) =>
    db
      .selectFrom('webhook_messages')
      .select('subject')
      .distinct()
      .where('webhook_id', '=', given.webhookId)
      .where('subject', 'in', words.elementsOf(given.subjects)),
);

const putOff = prepare(
  'webhookMessages.putOff',
  (db, given: Omit<WebhookMessagesTable, 'subject' | 'event'>) =>
    db
      .updateTable('webhook_messages')
      .set(columnsFrom(given, progress))
      .where('webhook_id', '=', given.webhook_id)
      .where('place', '=', given.place),
);

const removeOne = prepareDelete(
  'webhookMessages.remove',
  'webhook_messages',
  'webhook_id',
  'place',
);

const release = prepare(
  'webhookMessages.release',
  (db, given: { webhookId: string; subject: string; at: number }) =>
    db
      .updateTable('webhook_messages')
      .set({ next_attempt_at: given.at })
      .where('webhook_id', '=', given.webhookId)
      .where('next_attempt_at', 'is', null)
      .where('place', '=', (eb) =>
        eb
          .selectFrom('webhook_messages as first')
          .select(({ fn }) => fn.min('first.place').as('place'))
          .where('first.webhook_id', '=', given.webhookId)
          .where('first.subject', '=', given.subject),
      ),
);

const releaseAll = prepare(
  'webhookMessages.releaseAll',
  (db, given: { webhookId: string; at: number }) =>
    db
      .updateTable('webhook_messages')
      .set({ next_attempt_at: given.at, attempts: 0, failing_since: null })
      .where('webhook_id', '=', given.webhookId)
      .where('next_attempt_at', 'is not', null),
);

const hasten = prepare('webhookMessages.hasten', (db, given: { webhookId: string; at: number }) =>
  db
    .updateTable('webhook_messages')
    .set({ next_attempt_at: given.at })
    .where('webhook_id', '=', given.webhookId)
    .where('next_attempt_at', '>', given.at),
);

const removeAfter = prepare(
  'webhookMessages.removeAfter',
  (db, given: { webhookId: string; place: number }) =>
    db
      .deleteFrom('webhook_messages')
      .where('webhook_id', '=', given.webhookId)
      .where('place', '>', given.place),
);

const countSome = prepare(
  'webhookMessages.count',
  (db, given: { webhookId: string; most: number }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('webhook_messages')
          .select('place')
          .where('webhook_id', '=', given.webhookId)
          .limit(given.most)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count')),
);

export function createWebhookMessageRepository(session: Session): WebhookMessageRepository {
  return {
    async add(id, messages) {
      const rows = messages.map((message) => rowOf(id, message));
      await changeEach(session, insert, rows);
    },

    async listDue(webhookId, now, limit) {
      return (await session.all(due, { webhookId, now, limit })).map(messageOf);
    },

    async listOf(webhookId, subject, limit) {
      return (await session.all(ofSubject, { webhookId, subject, limit })).map(messageOf);
    },

    async listWaiting(webhookId, subjects) {
      if (subjects.length === 0) return new Set();
      const rows = await session.all(waiting, { webhookId, subjects });
      return new Set(rows.map(({ subject }) => subject));
    },

    async putOff(id, message) {
      await session.change(putOff, rowOf(id, message));
    },

    async remove(id, place) {
      await session.change(removeOne, { webhook_id: id, place });
    },

    async release(webhookId, subject, at) {
      await session.change(release, { webhookId, subject, at });
    },

    async releaseAll(webhookId, at) {
      await session.change(releaseAll, { webhookId, at });
    },

    async hasten(webhookId, at) {
      await session.change(hasten, { webhookId, at });
    },

    async removeAfter(webhookId, place) {
      await session.change(removeAfter, { webhookId, place });
    },

    async count(webhookId, most) {
      return Number((await session.first(countSome, { webhookId, most }))?.count ?? 0);
    },
  };
}

function rowOf(id: WebhookId, message: WebhookMessage): WebhookMessagesTable {
  return {
    webhook_id: id,
    place: message.place,
    subject: message.subject,
    event: JSON.stringify(message.event),
    attempts: message.attempts,
    failing_since: message.failingSince ?? null,
    next_attempt_at: message.nextAttemptAt ?? null,
  };
}

function messageOf(row: Selectable<WebhookMessagesTable>): WebhookMessage {
  return {
    place: row.place,
    subject: row.subject,
    event: JSON.parse(row.event) as ToldEvent,
    attempts: row.attempts,
    failingSince: row.failing_since ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
  };
}

const insertAttempt = prepareInsert('webhookAttempts.insert', 'webhook_attempts', [
  ...(['webhook_id', 'at', 'event_id', 'kind', 'status', 'ms', 'error'] as const),
]);

const newestAttempts = prepare(
  'webhookAttempts.newest',
  (db, given: { webhookId: string; before: number; limit: number }) =>
    db
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('webhook_id', '=', given.webhookId)
      .where('sequence', '<', given.before)
      .orderBy('sequence', 'desc')
      .limit(given.limit),
);

const trim = prepare('webhookAttempts.trim', (db, given: { webhookId: string; kept: number }) =>
  db
    .deleteFrom('webhook_attempts')
    .where('webhook_id', '=', given.webhookId)
    .where('sequence', '<=', (eb) =>
      eb
        .selectFrom('webhook_attempts as newest')
        .select('newest.sequence')
        .where('newest.webhook_id', '=', given.webhookId)
        .orderBy('newest.sequence', 'desc')
        .limit(1)
        .offset(given.kept),
    ),
);

const removeBefore = prepare(
  'webhookAttempts.removeBefore',
  (db, given: { at: number; limit: number }) =>
    db
      .deleteFrom('webhook_attempts')
      .where('sequence', 'in', (eb) =>
        eb
          .selectFrom('webhook_attempts')
          .select('sequence')
          .where('at', '<', given.at)
          .orderBy('at')
          .limit(given.limit),
      ),
);

export function createWebhookAttemptRepository(session: Session): WebhookAttemptRepository {
  return {
    async add(webhookId, attempts, kept) {
      const rows = attempts.map((attempt) => attemptRowOf(webhookId, attempt));
      await changeEach(session, insertAttempt, rows);
      if (rows.length > 0) await session.change(trim, { webhookId, kept });
    },

    async list(webhookId, before = Number.MAX_SAFE_INTEGER, limit) {
      const rows = await session.all(newestAttempts, { webhookId, before, limit });
      return rows.map((row) => ({
        sequence: row.sequence,
        at: row.at,
        eventId: row.event_id as FeedEventId,
        kind: row.kind,
        status: row.status ?? undefined,
        ms: row.ms,
        error: row.error ?? undefined,
      }));
    },

    removeBefore: (at, limit) => session.change(removeBefore, { at, limit }),
  };
}

function attemptRowOf(id: WebhookId, { at, eventId, kind, status, ms, error }: WebhookAttempt) {
  return {
    ...{ webhook_id: id, at, event_id: eventId, kind, ms },
    ...{ status: status ?? null, error: error ?? null },
  };
}
