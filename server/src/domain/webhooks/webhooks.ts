import type { EventKind } from '#protocol/event-kinds.ts';
import type { FeedPlace } from '../events/feed-cursor.ts';
import type { Feed } from '../events/feed.ts';
import type { Account } from '../model/account.ts';
import type { AuditAction } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { WebhookId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid, nothingHere } from '../model/valise-error.ts';
import type {
  KnownWebhook,
  LoggedAttempt,
  Webhook,
  WebhookAttempt,
  WebhookSignature,
} from '../model/webhook.ts';
import { attemptsKept, webhooksOfAccount } from '../model/webhook.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { WebhookSecrets } from '../ports/webhook-secrets.ts';
import type { WebhookTransport } from '../ports/webhook-transport.ts';
import { messageTo } from './message.ts';
import { attemptOf } from './outcome.ts';

/** How long the secret before signs, too. */
const overlapMs = day;

/** What waits is counted up to so many. */
const mostCounted = 1000;

/** How many messages are sent on request at a time, in one process. */
const testsAtOnce = 20;
const testsOfAccount = 2;
const retryAfterSeconds = 15;

type Rows =
  | 'accounts'
  | 'feed'
  | 'idempotency'
  | 'webhooks'
  | 'webhookMessages'
  | 'webhookAttempts'
  | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<Rows> & Pick<Database, 'placeEvents'>;
  feed: Pick<Feed, 'findEnd' | 'isOutdated'>;
  secrets: WebhookSecrets;
  /** Called only once something is to be sent, or an address is given. */
  transport: () => Promise<WebhookTransport>;
}

export interface NewWebhook {
  url: string;
  kinds: readonly EventKind[] | undefined;
  hasDetails: boolean;
  signature: WebhookSignature;
  name: string | undefined;
}

/** What waits for its receiver, both counted up to a thousand. */
export interface Backlog {
  /** Events behind its place, of any kind. */
  behind: number;
  /** Events that wait for another attempt, or behind such a one. */
  waiting: number;
}

/** With the secret, or the public key, which is never shown again. */
export interface MadeWebhook {
  webhook: KnownWebhook;
  shown: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** What accounts have their events sent to, and the acts on it. Each throws `not_found` for a webhook of another. */
export function createWebhooks(dependencies: Dependencies) {
  const { database, feed, secrets, transport, events, randomness, clock } = dependencies;
  const tests = new Map<string, number>();
  let testsInAll = 0;

  async function get(account: Pick<Account, 'id'>, id: string): Promise<KnownWebhook> {
    const webhook = await database.webhooks.find(account.id, id as WebhookId);
    if (webhook === undefined) throw nothingHere();
    return webhook;
  }

  async function tell(
    repositories: Pick<Repositories, EventRows>,
    actor: Actor,
    account: Account,
    webhook: Webhook,
    action: AuditAction,
    details: Record<string, boolean> = {},
  ): Promise<void> {
    await events.tell(repositories, actor, {
      ...{ action, account, ids: { webhook: webhook.id } },
      // Its path may hold a secret.
      details: { host: new URL(webhook.url).host, ...details },
    });
  }

  /** Changes a webhook in a transaction, as it is then. */
  async function change<Result>(
    actor: Actor,
    account: Account,
    { id, action }: { id: string; action: AuditAction },
    work: (repositories: Pick<Repositories, Rows>, webhook: KnownWebhook) => Promise<Result>,
    claim?: RepeatClaim,
  ): Promise<Result> {
    return await database.transact(async (repositories) => {
      await repositories.accounts.lock(account.id);
      const webhook = await repositories.webhooks.find(account.id, id as WebhookId);
      if (webhook === undefined) throw nothingHere();
      const result = await work(repositories, webhook);
      await tell(repositories, actor, account, webhook, action);
      await settle(repositories, claim, { webhook: webhook.id }, clock.now());
      return result;
    });
  }

  /** Saves what an act made of a webhook, and returns it. */
  async function saveAct(
    { webhooks }: Pick<Repositories, 'webhooks'>,
    webhook: KnownWebhook,
  ): Promise<KnownWebhook> {
    await webhooks.save(webhook, { isAct: true });
    return { ...webhook, revision: webhook.revision + 1 };
  }

  /** Room for one more: those that ended make way. Throws `state_conflict`. */
  async function makeRoom({ webhooks }: Pick<Repositories, 'webhooks'>, { id }: Account) {
    const known = await webhooks.listFor(id);
    if (known.length < webhooksOfAccount) return;
    const ended = known.find(({ state }) => state === 'ended');
    if (ended === undefined) {
      const message = `An account has at most ${webhooksOfAccount} webhooks. End one first.`;
      throw new ValiseError('state_conflict', message);
    }
    await webhooks.remove(id, ended.id);
  }

  async function sendTest(webhook: KnownWebhook, stopping: AbortSignal): Promise<WebhookAttempt> {
    const now = clock.now();
    const telling = {
      ...{ id: newId(randomness), type: 'webhook.test', at: now, data: { webhook: webhook.id } },
    };
    const outgoing = messageTo(webhook, telling, { secrets, now });
    const outcome = await (await transport()).send(outgoing, stopping);
    const attempt = attemptOf({ id: telling.id, kind: telling.type }, outcome, now);
    await database.transact(async ({ webhooks, webhookAttempts }) => {
      // It may have been ended meanwhile.
      if ((await webhooks.find(webhook.accountId, webhook.id)) === undefined) return;
      await webhookAttempts.add(webhook.id, [attempt], attemptsKept);
    });
    return attempt;
  }

  return {
    get,

    /** In the order in which they were made. */
    list: ({ id }: Pick<Account, 'id'>): Promise<KnownWebhook[]> => database.webhooks.listFor(id),

    async measure({ id, accountId, place }: KnownWebhook): Promise<Backlog> {
      await database.placeEvents?.([accountId]);
      return {
        behind: (await database.feed.list(accountId, place, mostCounted)).length,
        waiting: await database.webhookMessages.count(id, mostCounted),
      };
    },

    /** Throws `invalid` for an address that nothing may be sent to. It gets what happens from now on. */
    async make(
      actor: Actor,
      account: Account,
      wanted: NewWebhook,
      claim?: RepeatClaim,
    ): Promise<MadeWebhook> {
      const problem = await (await transport()).findFault(wanted.url);
      if (problem !== undefined) throw invalid([{ field: 'url', problem }]);
      const id = newId<WebhookId>(randomness);
      const { sealed, shown } = secrets.make({ id, signature: wanted.signature });
      const { place, at } = await feed.findEnd(account.id);
      const webhook: KnownWebhook = {
        ...{ ...wanted, id, accountId: account.id, createdAt: clock.now() },
        ...{ sealed, earlier: undefined, state: 'live', stoppedAt: undefined, revision: 0 },
        ...{ place, placeAt: at, failures: 0, waitUntil: 0 },
        ...{ lastSuccessAt: undefined, lastFailureAt: undefined, lastError: undefined },
      };
      await database.transact(async (repositories) => {
        const owner = await repositories.accounts.lock(account.id);
        if (owner === undefined || owner.disabledAt !== undefined) throw nothingHere();
        await makeRoom(repositories, account);
        await repositories.webhooks.add(webhook, webhook);
        const details = { details: webhook.hasDetails };
        await tell(repositories, actor, account, webhook, 'webhook.added', details);
        await settle(repositories, claim, { webhook: id }, clock.now());
      });
      return { webhook, shown };
    },

    /** One that was made or rotated, and what its receiver needs. Throws `not_found`. */
    async reveal(account: Account, id: string): Promise<MadeWebhook> {
      const webhook = await get(account, id);
      return { webhook, shown: secrets.show(webhook, webhook.sealed) };
    },

    async remove(actor: Actor, account: Account, id: string): Promise<void> {
      await change(actor, account, { id, action: 'webhook.removed' }, async ({ webhooks }) => {
        await webhooks.remove(account.id, id as WebhookId);
      });
    },

    /** A new secret; the one before signs, too, for a day. */
    async rotate(
      actor: Actor,
      account: Account,
      id: string,
      claim?: RepeatClaim,
    ): Promise<MadeWebhook> {
      const act = { id, action: 'webhook.rotated' } as const;
      const rotate = async ({ webhooks }: Pick<Repositories, Rows>, known: KnownWebhook) => {
        refuseEnded(known);
        const { sealed, shown } = secrets.make(known);
        const earlier = { sealed: known.sealed, endsAt: clock.now() + overlapMs };
        const webhook = { ...known, sealed, earlier };
        await webhooks.setSecrets(webhook);
        return { webhook, shown };
      };
      return await change(actor, account, act, rotate, claim);
    },

    /** Sends all events behind a place of the feed again, in their order. Throws `cursor_expired`. */
    async replay(
      actor: Actor,
      account: Account,
      id: string,
      from: FeedPlace,
      claim?: RepeatClaim,
    ): Promise<KnownWebhook> {
      if (feed.isOutdated(from)) {
        throw new ValiseError('cursor_expired', 'Events behind this cursor are no longer kept.');
      }
      const act = { id, action: 'webhook.replayed' } as const;
      const replay = async (repositories: Pick<Repositories, Rows>, known: KnownWebhook) => {
        refuseEnded(known);
        await repositories.webhookMessages.removeAfter(known.id, from.place);
        const back = { ...known, place: from.place, placeAt: from.at };
        return await saveAct(repositories, back);
      };
      return await change(actor, account, act, replay, claim);
    },

    /** Lets a parked webhook go on where it was. Throws `state_conflict` for one that is not parked. */
    async resume(
      actor: Actor,
      account: Account,
      id: string,
      claim?: RepeatClaim,
    ): Promise<KnownWebhook> {
      const act = { id, action: 'webhook.resumed' } as const;
      const resume = async (repositories: Pick<Repositories, Rows>, known: KnownWebhook) => {
        if (known.state !== 'parked') {
          throw new ValiseError('state_conflict', 'The webhook is not parked.');
        }
        await repositories.webhookMessages.releaseAll(known.id, clock.now());
        return await saveAct(repositories, {
          ...known,
          ...{ state: 'live', stoppedAt: undefined, failures: 0, waitUntil: 0 },
        });
      };
      return await change(actor, account, act, resume, claim);
    },

    /** Sends a message at once, whatever waits, and returns what became of it. */
    async test(account: Account, id: string, stopping: AbortSignal): Promise<WebhookAttempt> {
      const webhook = await get(account, id);
      refuseEnded(webhook);
      const own = tests.get(account.id) ?? 0;
      if (own >= testsOfAccount || testsInAll >= testsAtOnce) {
        const message = 'Other tests of webhooks are under way.';
        throw new ValiseError('too_many_requests', message, { retryAfterSeconds });
      }
      tests.set(account.id, own + 1);
      testsInAll += 1;
      try {
        return await sendTest(webhook, stopping);
      } finally {
        testsInAll -= 1;
        const left = (tests.get(account.id) ?? 1) - 1;
        if (left > 0) tests.set(account.id, left);
        else tests.delete(account.id);
      }
    },

    /** The newest first; those before one. */
    async listAttempts(
      account: Account,
      id: string,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<LoggedAttempt[]> {
      const webhook = await get(account, id);
      return await database.webhookAttempts.list(webhook.id, before, limit);
    },
  };
}

/** The place of a webhook in the feed of its account. */
export function placeOf({ place, placeAt }: KnownWebhook): FeedPlace {
  return { place, at: placeAt };
}

/** When the secret before ends, while it signs. */
export function earlierEndOf({ earlier }: Webhook, now: Instant): Instant | undefined {
  return earlier !== undefined && now < earlier.endsAt ? earlier.endsAt : undefined;
}

function refuseEnded({ state }: KnownWebhook): void {
  if (state === 'ended') {
    throw new ValiseError('state_conflict', 'The webhook has ended: its receiver answered 410.');
  }
}
