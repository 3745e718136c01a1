import type { Feed, FeedPage } from '../events/feed.ts';
import type { Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';
import type { KnownWebhook, WebhookMessage } from '../model/webhook.ts';
import { attemptsKept, subjectOf } from '../model/webhook.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { WebhookSecrets } from '../ports/webhook-secrets.ts';
import type { WebhookOutcome, WebhookTransport } from '../ports/webhook-transport.ts';
import { detailsOf } from './details.ts';
import { messageTo } from './message.ts';
import { giveUpMs, pauseAfter } from './pauses.ts';
import type { Chain, Sent, WebhookHealth } from './sending.ts';
import { createSending } from './sending.ts';

export type TurnRows =
  | 'accounts'
  | 'dispatches'
  | 'feed'
  | 'inboxItems'
  | 'webhooks'
  | 'webhookMessages'
  | 'webhookAttempts'
  | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<TurnRows>;
  feed: Pick<Feed, 'read'>;
  secrets: WebhookSecrets;
  transport: () => Promise<WebhookTransport>;
  actor: Actor;
  /** How long a turn that has nothing else to send waits for answers. */
  patienceMs?: number;
  /** Told the outcome of every attempt, once it is written. */
  onAttempt?: ((isDelivered: boolean) => void) | undefined;
}

/** What is sent in one turn. What else there is comes in the next one. */
const eventsAtOnce = 100;
const subjectsAtOnce = 20;
const messagesOfSubject = 20;
/** With so many that wait, those behind stay in the feed. */
const mostWaiting = 10_000;

/** How long a message that is not answered yet is left to who sent it: longer than any attempt takes. */
const claimMs = 30 * second;

/** What a turn sends. */
interface Load {
  /** Of stored messages. */
  stored: readonly Chain[];
  page: FeedPage | undefined;
  /** Those of the page. */
  messages: readonly WebhookMessage[];
  /** Subjects of the page of which others are stored. */
  held: ReadonlySet<string>;
}

export interface TurnOptions {
  health: WebhookHealth;
  stopping: AbortSignal;
}

/** How many messages were delivered, and what was not answered before the turn ended: how many of that were. */
export interface TurnResult {
  delivered: number;
  late: readonly Promise<number>[];
}

/** One round of messages to one webhook: what waits for another attempt, then what is new in the feed. */
export function createTurns(dependencies: Dependencies) {
  const { database, feed, secrets, transport, events, randomness, clock, actor } = dependencies;
  const sending = createSending({ ...dependencies, send });

  /** Stored messages that are due, each with those of its subject behind it. */
  async function readDue(
    { id }: KnownWebhook,
    { unanswered }: WebhookHealth,
    now: Instant,
  ): Promise<Chain[]> {
    const { webhookMessages } = database;
    const due = await webhookMessages.listDue(id, now, subjectsAtOnce);
    const free = due.filter(({ subject }) => !unanswered.has(subject));
    return await Promise.all(
      free.map(async ({ subject }) => ({
        subject,
        messages: await webhookMessages.listOf(id, subject, messagesOfSubject),
        isStored: true,
      })),
    );
  }

  async function readNew(webhook: KnownWebhook): Promise<FeedPage | undefined> {
    const { id, accountId, place, kinds } = webhook;
    if ((await database.webhookMessages.count(id, mostWaiting)) >= mostWaiting) return undefined;
    const wanted = { limit: eventsAtOnce, ...(kinds && { kinds: new Set(kinds) }) };
    return await feed.read(accountId, { place }, wanted);
  }

  async function send(
    webhook: KnownWebhook,
    { event }: WebhookMessage,
    stopping: AbortSignal,
  ): Promise<WebhookOutcome> {
    const { id, kind, at, about, reference } = event;
    const data = {
      ...about,
      ...(reference !== undefined && { reference }),
      ...(webhook.hasDetails && (await detailsOf(database, event, clock.now()))),
    };
    const telling = { id, type: kind, at, data };
    const outgoing = messageTo(webhook, telling, { secrets, now: clock.now() });
    return await (await transport()).send(outgoing, stopping);
  }

  /** A message whose attempt failed: when it is tried again. */
  function putOff(message: WebhookMessage, restMs: number): WebhookMessage {
    const now = clock.now();
    const attempts = message.attempts + 1;
    const pauseMs = Math.max(restMs, pauseAfter(attempts, randomness));
    const failingSince = message.failingSince ?? now;
    return { ...message, attempts, failingSince, nextAttemptAt: now + pauseMs };
  }

  /** One that is still with its receiver: sent again only if nobody writes down what becomes of it. */
  function claimed(message: WebhookMessage): WebhookMessage {
    return { ...message, nextAttemptAt: clock.now() + claimMs };
  }

  /** Writes down what became of stored messages. */
  async function settleStored(
    { webhookMessages }: Pick<Repositories, 'webhookMessages'>,
    { id }: KnownWebhook,
    chains: readonly Chain[],
    { delivered, failed, unanswered, restMs }: Sent,
  ): Promise<void> {
    for (const { messages } of chains) {
      for (const message of messages) {
        if (delivered.has(message)) await webhookMessages.remove(id, message.place);
        else if (failed.has(message)) await webhookMessages.putOff(id, putOff(message, restMs));
        else if (unanswered.has(message)) await webhookMessages.putOff(id, claimed(message));
      }
    }
  }

  /**
   * Of new messages, up to the last about which something is known, those that were not delivered: they wait from now
   * on, each behind the one before of its subject. All others are read from the feed again.
   */
  function listLeft(
    { messages, held }: Pick<Load, 'messages' | 'held'>,
    { delivered, failed, unanswered, restMs }: Sent,
  ): { left: WebhookMessage[]; last: number } {
    const blocked = new Set(held);
    const isKnown = (message: WebhookMessage) => {
      if (failed.has(message) || unanswered.has(message)) blocked.add(message.subject);
      return delivered.has(message) || blocked.has(message.subject);
    };
    const last = messages.map(isKnown).lastIndexOf(true);
    const waiting = new Set(held);
    const left: WebhookMessage[] = [];
    for (const message of messages.slice(0, last + 1)) {
      if (delivered.has(message)) continue;
      const isFirst = !waiting.has(message.subject);
      waiting.add(message.subject);
      if (!isFirst) left.push(message);
      else if (failed.has(message)) left.push(putOff(message, restMs));
      else if (unanswered.has(message)) left.push(claimed(message));
      else left.push({ ...message, nextAttemptAt: clock.now() });
    }
    return { left, last };
  }

  /** Whether one of the messages has failed for too long. */
  function isHopeless(failed: Sent['failed']): boolean {
    const since = clock.now() - giveUpMs;
    return [...failed.keys()].some(({ failingSince = Infinity }) => failingSince <= since);
  }

  /** What the outcomes of a turn make of a webhook. */
  function progressOf(
    webhook: KnownWebhook,
    { delivered, failed, attempts, restMs, isGone }: Sent,
  ): KnownWebhook {
    const now = clock.now();
    const lastError = attempts.findLast(({ error }) => error !== undefined)?.error;
    const isWhole = attempts.at(-1)?.error === undefined;
    const state = isGone ? 'ended' : isHopeless(failed) ? 'parked' : 'live';
    return {
      ...webhook,
      ...(delivered.size > 0 && { lastSuccessAt: now }),
      ...(lastError !== undefined && { lastFailureAt: now, lastError }),
      failures: isWhole ? 0 : webhook.failures + failed.size,
      ...(restMs > 0 ? { waitUntil: now + restMs } : delivered.size > 0 && { waitUntil: 0 }),
      ...(state !== 'live' && { state, stoppedAt: now }),
    };
  }

  /** Tells that a webhook was parked, or that it ended. */
  async function tellStop(
    repositories: Pick<Repositories, TurnRows>,
    { id, accountId, url, state, ...secret }: KnownWebhook,
  ): Promise<void> {
    const account = await repositories.accounts.find(accountId);
    if (state === 'ended') {
      await repositories.webhookMessages.removeAfter(id, -1);
      // Nobody who writes rows makes it live again.
      const emptied = { ...secret, id, accountId, url, sealed: Buffer.alloc(0) };
      await repositories.webhooks.setSecrets({ ...emptied, earlier: undefined });
    }
    await events.tell(repositories, actor, {
      action: state === 'parked' ? 'webhook.parked' : 'webhook.ended',
      account: account ?? { id: accountId },
      ids: { webhook: id },
      details: { host: new URL(url).host },
    });
  }

  /** Writes down what became of what was sent, and how far the webhook is then. */
  async function writeDown(
    webhook: KnownWebhook,
    health: WebhookHealth,
    load: Load,
    sent: Sent,
  ): Promise<void> {
    const { id } = webhook;
    const { stored, page } = load;
    const hasRecovered = health.rounds > 0 && sent.delivered.size > 0;
    if (hasRecovered) health.rounds = 0;
    await database.transact(async (repositories) => {
      const { webhooks, webhookMessages, webhookAttempts } = repositories;
      const known = await webhooks.find(webhook.accountId, id);
      if (known === undefined) return;
      await webhookAttempts.add(id, sent.attempts, attemptsKept);
      // Somebody sent it back, or it stopped: what was delivered is delivered once more.
      if (known.revision !== webhook.revision || known.state !== 'live') return;
      await settleStored(repositories, webhook, stored, sent);
      const { left, last } = listLeft(load, sent);
      await webhookMessages.add(id, left);
      for (const { subject } of stored) await webhookMessages.release(id, subject, clock.now());
      if (hasRecovered) await webhookMessages.hasten(id, clock.now());
      const next = progressOf({ ...known, ...placeAfter(known, page, last) }, sent);
      await webhooks.save(next);
      if (next.state !== 'live') await tellStop(repositories, next);
    });
    for (const { error } of sent.attempts) dependencies.onAttempt?.(error === undefined);
  }

  /** Waits for an answer that did not come within its turn, and writes it down. */
  async function writeLate(
    webhook: KnownWebhook,
    health: WebhookHealth,
    message: WebhookMessage,
    answered: Promise<Sent>,
  ): Promise<number> {
    const { subject } = message;
    try {
      const sent = await answered;
      const stored = [{ subject, messages: [message], isStored: true }];
      const load = { stored, page: undefined, messages: [], held: new Set<string>() };
      if (sent.attempts.length > 0) await writeDown(webhook, health, load, sent);
      return sent.delivered.size;
    } finally {
      health.unanswered.delete(subject);
    }
  }

  return {
    /** Resolves when what was answered is written down. */
    async run(webhook: KnownWebhook, options: TurnOptions): Promise<TurnResult> {
      const { health } = options;
      const { id } = webhook;
      const stored = await readDue(webhook, health, clock.now());
      const page = await readNew(webhook);
      const messages = page?.events.map(newMessage) ?? [];
      const subjects = [...new Set(messages.map(({ subject }) => subject))];
      const held = await database.webhookMessages.listWaiting(id, subjects);
      const busy = new Set([...held, ...health.unanswered.keys()]);
      const chains = [...stored, ...chainsOf(messages, busy)];
      const isIdle = chains.length === 0 && held.size === 0;
      if (isIdle && health.unanswered.size > 0) await Promise.race(health.unanswered.values());
      const sent = await sending.sendAll(webhook, chains, options);
      await writeDown(webhook, health, { stored, page, messages, held }, sent);
      const late = [...sent.unanswered].map(([message, answered]) => {
        const written = writeLate(webhook, health, message, answered);
        health.unanswered.set(message.subject, written);
        return written;
      });
      return { delivered: sent.delivered.size, late };
    },
  };
}

function newMessage({ place, ...event }: FeedPage['events'][number]): WebhookMessage {
  return {
    ...{ place, event, subject: subjectOf(event), attempts: 0 },
    ...{ failingSince: undefined, nextAttemptAt: undefined },
  };
}

/** New messages by their subject, without those of subjects of which others wait or are on their way. */
function chainsOf(messages: readonly WebhookMessage[], busy: ReadonlySet<string>): Chain[] {
  const free = messages.filter(({ subject }) => !busy.has(subject));
  const bySubject = Map.groupBy(free, ({ subject }) => subject);
  return [...bySubject].map(([subject, own]) => ({ subject, messages: own, isStored: false }));
}

/** Behind the last event about which something is known. */
function placeAfter(
  { place, placeAt }: KnownWebhook,
  page: FeedPage | undefined,
  last: number,
): Pick<KnownWebhook, 'place' | 'placeAt'> {
  if (page === undefined) return { place, placeAt };
  if (last === page.events.length - 1) return { place: page.next.place, placeAt: page.next.at };
  const event = page.events[last];
  return event === undefined ? { place, placeAt } : { place: event.place, placeAt: event.at };
}
