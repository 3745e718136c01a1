import type { Kysely, Selectable } from 'kysely';
import type { EventKind } from '#protocol/event-kinds.ts';
import type { AccountId, WebhookId } from '../../domain/model/ids.ts';
import type {
  KnownWebhook,
  Webhook,
  WebhookProgress,
  WebhookRepository,
  WebhookSignature,
  WebhookState,
} from '../../domain/model/webhook.ts';
import type { BoundRows } from './bound-rows.ts';
import type { Session, SqlDialect } from './prepared-query.ts';
import { columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareSelect, prepareUpdate } from './rows-by-column.ts';
import { bufferOf } from './rows.ts';
import type { Schema } from './schema.ts';
import type { WebhooksTable } from './webhook-tables.ts';

const declared = [
  ...(['id', 'account_id', 'created_at', 'name', 'url', 'kinds', 'details', 'signature'] as const),
  ...(['sealed', 'earlier_sealed', 'earlier_until', 'mac'] as const),
] as const;

const progress = [
  ...(['state', 'stopped_at', 'place', 'place_at', 'failures', 'wait_until'] as const),
  ...(['last_success_at', 'last_failure_at', 'last_error'] as const),
] as const;

const insert = prepareInsert('webhooks.insert', 'webhooks', [...declared, ...progress, 'revision']);
const one = prepareSelect('webhooks.find', 'webhooks', 'account_id', 'id');

const ofAccount = prepare('webhooks.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', given.accountId)
    .orderBy('created_at')
    .orderBy('id'),
);

const removeOne = prepareDelete('webhooks.remove', 'webhooks', 'account_id', 'id');

const setSecrets = prepareUpdate(
  'webhooks.setSecrets',
  'webhooks',
  'id',
  ...(['sealed', 'earlier_sealed', 'earlier_until', 'mac'] as const),
);

type Saved = Pick<WebhooksTable, (typeof progress)[number]> & {
  id: string;
  revision: number;
  next: number;
};

const save = prepare('webhooks.save', (db, given: Saved) =>
  db
    .updateTable('webhooks')
    .set({ ...columnsFrom(given, progress), revision: given.next })
    .where('id', '=', given.id)
    .where('revision', '=', given.revision),
);

/** Of accounts that are let in. */
function liveOnes(db: Kysely<Schema>) {
  return db
    .selectFrom('webhooks as webhook')
    .innerJoin('accounts as account', 'account.id', 'webhook.account_id')
    .where('webhook.state', '=', 'live')
    .where('account.disabled_at', 'is', null);
}

const accounts = prepare('webhooks.accounts', (db) =>
  liveOnes(db).select('webhook.account_id').distinct(),
);

/** One look at an index for each webhook, and another where its feed has nothing new. */
const due = prepare('webhooks.due', (db, given: { now: number; limit: number }) =>
  liveOnes(db)
    .selectAll('webhook')
    .where('webhook.wait_until', '<=', given.now)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('feed_events as event')
            .select('event.sequence')
            .whereRef('event.account_id', '=', 'webhook.account_id')
            .whereRef('event.sequence', '>', 'webhook.place')
            .limit(1),
        ),
        eb.exists(
          eb
            .selectFrom('webhook_messages as message')
            .select('message.place')
            .whereRef('message.webhook_id', '=', 'webhook.id')
            .where('message.next_attempt_at', '<=', given.now)
            .limit(1),
        ),
      ]),
    )
    .orderBy('webhook.wait_until')
    .limit(given.limit),
);

const nextWait = prepare('webhooks.nextWait', (db, given: { now: number }) =>
  liveOnes(db)
    .select(({ fn }) => fn.min('webhook.wait_until').as('at'))
    .where('webhook.wait_until', '>', given.now),
);

const nextMessage = prepare('webhooks.nextMessage', (db, given: { now: number }) =>
  liveOnes(db)
    .select((eb) =>
      eb.fn
        .min(
          eb
            .selectFrom('webhook_messages as message')
            .select(({ fn }) => fn.min('message.next_attempt_at').as('at'))
            .whereRef('message.webhook_id', '=', 'webhook.id')
            .where('message.next_attempt_at', '>', given.now),
        )
        .as('at'),
    )
    .where('webhook.wait_until', '<=', given.now),
);

const liveAmong = prepare(
  'webhooks.liveAmong',
  (db, given: { ids: readonly string[] }, words: SqlDialect) =>
    liveOnes(db).select('webhook.id').where('webhook.id', 'in', words.elementsOf(given.ids)),
);

const removeEnded = prepare(
  'webhooks.removeEnded',
  (db, given: { before: number; limit: number }) =>
    db
      .deleteFrom('webhooks')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhooks')
          .select('id')
          .where('state', '=', 'ended')
          .where('stopped_at', '<', given.before)
          .orderBy('stopped_at')
          .limit(given.limit),
      ),
);

export function createWebhookRepository(session: Session, bound: BoundRows): WebhookRepository {
  const soundOnes = (rows: readonly Selectable<WebhooksTable>[]) =>
    rows.filter((row) => bound.isSoundWebhook(row)).map(webhookOf);

  return {
    async add(webhook, at) {
      const row = rowOf(webhook);
      const mac = bound.codeOfWebhook(row);
      await session.change(insert, { ...row, mac, ...progressOf(at), revision: 0 });
    },

    async find(accountId, id) {
      return soundOnes(await session.all(one, { account_id: accountId, id }))[0];
    },

    async listFor(accountId) {
      return soundOnes(await session.all(ofAccount, { accountId }));
    },

    async remove(accountId, id) {
      return (await session.change(removeOne, { account_id: accountId, id })) > 0;
    },

    async setSecrets(webhook) {
      const row = rowOf(webhook);
      await session.change(setSecrets, { ...row, mac: bound.codeOfWebhook(row) });
    },

    async save(webhook, options) {
      const { id, revision } = webhook;
      const next = options?.isAct === true ? revision + 1 : revision;
      return (await session.change(save, { ...progressOf(webhook), id, revision, next })) > 0;
    },

    async listAccounts() {
      const rows = await session.all(accounts, {});
      return rows.map(({ account_id: id }) => id as AccountId);
    },

    async listDue(now, limit) {
      return soundOnes(await session.all(due, { now, limit }));
    },

    async findNextDue(now) {
      const found = [
        await session.first(nextWait, { now }),
        await session.first(nextMessage, { now }),
      ].flatMap((row) => (row === undefined || row.at === null ? [] : [row.at]));
      return found.length === 0 ? undefined : Math.min(...found);
    },

    async listLive(ids) {
      if (ids.length === 0) return new Set();
      const rows = await session.all(liveAmong, { ids });
      return new Set(rows.map(({ id }) => id as WebhookId));
    },

    removeEnded: (before, limit) => session.change(removeEnded, { before, limit }),
  };
}

type Row = Selectable<WebhooksTable>;

function rowOf(webhook: Webhook): Omit<Row, keyof Progress | 'mac'> {
  return {
    id: webhook.id,
    account_id: webhook.accountId,
    created_at: webhook.createdAt,
    name: webhook.name ?? null,
    url: webhook.url,
    kinds: webhook.kinds?.join(' ') ?? null,
    details: webhook.hasDetails ? 1 : 0,
    signature: webhook.signature,
    sealed: webhook.sealed,
    earlier_sealed: webhook.earlier?.sealed ?? null,
    earlier_until: webhook.earlier?.endsAt ?? null,
  };
}

type Progress = Pick<Row, (typeof progress)[number] | 'revision'>;

function progressOf(webhook: WebhookProgress): Omit<Progress, 'revision'> {
  return {
    state: webhook.state,
    stopped_at: webhook.stoppedAt ?? null,
    place: webhook.place,
    place_at: webhook.placeAt,
    failures: webhook.failures,
    wait_until: webhook.waitUntil,
    last_success_at: webhook.lastSuccessAt ?? null,
    last_failure_at: webhook.lastFailureAt ?? null,
    last_error: webhook.lastError ?? null,
  };
}

function webhookOf(row: Row): KnownWebhook {
  const { earlier_sealed: earlier, earlier_until: endsAt } = row;
  return {
    id: row.id as WebhookId,
    accountId: row.account_id as AccountId,
    createdAt: row.created_at,
    name: row.name ?? undefined,
    url: row.url,
    kinds: row.kinds === null ? undefined : (row.kinds.split(' ') as EventKind[]),
    hasDetails: row.details === 1,
    signature: row.signature as WebhookSignature,
    sealed: bufferOf(row.sealed),
    earlier:
      earlier === null || endsAt === null ? undefined : { sealed: bufferOf(earlier), endsAt },
    state: row.state as WebhookState,
    stoppedAt: row.stopped_at ?? undefined,
    revision: row.revision,
    place: row.place,
    placeAt: row.place_at,
    failures: row.failures,
    waitUntil: row.wait_until,
    lastSuccessAt: row.last_success_at ?? undefined,
    lastFailureAt: row.last_failure_at ?? undefined,
    lastError: row.last_error ?? undefined,
  };
}
