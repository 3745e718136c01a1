import type { EventKind } from '#protocol/event-kinds.ts';
import type { Instant } from './clock.ts';
import { day } from './clock.ts';
import type { PlacedEvent } from './feed.ts';
import type { AccountId, FeedEventId, WebhookId } from './ids.ts';

/** How its messages are signed: with a secret of both sides, or with a key whose public half its receiver has. */
export type WebhookSignature = 'hmac' | 'ed25519';

/** `parked`: nothing is sent until it is resumed. `ended`: its receiver said that it is gone. */
export type WebhookState = 'live' | 'parked' | 'ended';

/** How many an account has, those that ended included. */
export const webhooksOfAccount = 20;

/** How long attempts are kept, and how many of one webhook. So long is one kept that ended. */
export const attemptsKeptMs = 7 * day;
export const attemptsKept = 1000;

/** Where the events of an account are sent to. */
export interface Webhook {
  id: WebhookId;
  accountId: AccountId;
  createdAt: Instant;
  name: string | undefined;
  url: string;
  /** Undefined: all. */
  kinds: readonly EventKind[] | undefined;
  /** Whether messages contain names and addresses. */
  hasDetails: boolean;
  signature: WebhookSignature;
  /** The secret, encrypted for this webhook. */
  sealed: Buffer;
  /** The one before, which signs too until it ends. */
  earlier: { sealed: Buffer; endsAt: Instant } | undefined;
}

/** How far a webhook is. */
export interface WebhookProgress {
  state: WebhookState;
  /** When it was parked, or ended. */
  stoppedAt: Instant | undefined;
  /** All events up to this place of the feed were delivered, or wait as messages. */
  place: number;
  placeAt: Instant;
  /** How many attempts failed since the last that did not. */
  failures: number;
  /** Nothing is sent before; 0: it need not wait. */
  waitUntil: Instant;
  lastSuccessAt: Instant | undefined;
  lastFailureAt: Instant | undefined;
  /** Of the last failure. */
  lastError: string | undefined;
}

export interface KnownWebhook extends Webhook, WebhookProgress {
  /** Changes with every act that moves its place or its state: who delivers saves nothing over it. */
  revision: number;
}

/** An event, wherever it stands. */
export type ToldEvent = Omit<PlacedEvent, 'place'>;

/** An event that is not delivered yet, though the webhook is behind it. */
export interface WebhookMessage {
  /** Of its event. */
  place: number;
  /** What it is about: messages of one subject are delivered in their order. */
  subject: string;
  event: ToldEvent;
  attempts: number;
  /** When the first of them failed. */
  failingSince: Instant | undefined;
  /** Undefined while an earlier message of the subject waits. */
  nextAttemptAt: Instant | undefined;
}

export interface WebhookAttempt {
  at: Instant;
  eventId: FeedEventId;
  kind: string;
  /** Of the answer; undefined where there was none. */
  status: number | undefined;
  ms: number;
  /** Undefined where it was delivered. */
  error: string | undefined;
}

/** One with its place in the log. */
export interface LoggedAttempt extends WebhookAttempt {
  sequence: number;
}

/**
 * The webhooks of accounts. One whose MAC is wrong is treated as missing by all that return webhooks.
 */
export interface WebhookRepository {
  add(webhook: Webhook, progress: WebhookProgress): Promise<void>;
  find(accountId: AccountId, id: WebhookId): Promise<KnownWebhook | undefined>;
  /** In the order in which they were made. */
  listFor(accountId: AccountId): Promise<KnownWebhook[]>;
  /** Returns whether it was there. Its messages and attempts go with it. */
  remove(accountId: AccountId, id: WebhookId): Promise<boolean>;
  setSecrets(webhook: Webhook): Promise<void>;
  /** Saves how far it is, unless an act came in between; returns whether it did. An act passes `isAct`. */
  save(webhook: KnownWebhook, options?: { isAct: true }): Promise<boolean>;
  /** The accounts that have live webhooks and are let in. */
  listAccounts(): Promise<AccountId[]>;
  /** Some of the live webhooks, of accounts that are let in, for which there is something to send now. */
  listDue(now: Instant, limit: number): Promise<KnownWebhook[]>;
  /** The next time that something is due which is not yet. */
  findNextDue(now: Instant): Promise<Instant | undefined>;
  /** Those of these webhooks that are live, of accounts that are let in. */
  listLive(ids: readonly WebhookId[]): Promise<Set<WebhookId>>;
  /** Removes webhooks that ended before; returns how many. */
  removeEnded(before: Instant, limit: number): Promise<number>;
}

export interface WebhookMessageRepository {
  /** One at a place that is there already stays as it is. */
  add(id: WebhookId, messages: readonly WebhookMessage[]): Promise<void>;
  /** The first message of each of some subjects whose next attempt is due. */
  listDue(id: WebhookId, now: Instant, limit: number): Promise<WebhookMessage[]>;
  /** The messages of a subject, in their order. */
  listOf(id: WebhookId, subject: string, limit: number): Promise<WebhookMessage[]>;
  /** Those of these subjects of which messages wait. */
  listWaiting(id: WebhookId, subjects: readonly string[]): Promise<Set<string>>;
  /** Of a failed attempt. */
  putOff(id: WebhookId, message: WebhookMessage): Promise<void>;
  /** Removes one that was delivered. */
  remove(id: WebhookId, place: number): Promise<void>;
  /** Makes the first message of the subject due, if there is one. */
  release(id: WebhookId, subject: string, at: Instant): Promise<void>;
  /** Makes the first message of every subject due, as if it had not failed. */
  releaseAll(id: WebhookId, at: Instant): Promise<void>;
  /** Makes the first message of every subject due that is not, whatever it waits for. */
  hasten(id: WebhookId, at: Instant): Promise<void>;
  removeAfter(id: WebhookId, place: number): Promise<void>;
  /** How many wait, counted up to so many. */
  count(id: WebhookId, most: number): Promise<number>;
}

export interface WebhookAttemptRepository {
  /** Adds to the log of a webhook that is there, and removes the oldest beyond so many. */
  add(id: WebhookId, attempts: readonly WebhookAttempt[], kept: number): Promise<void>;
  /** The newest first; those before one. */
  list(id: WebhookId, before: number | undefined, limit: number): Promise<LoggedAttempt[]>;
  removeBefore(at: Instant, limit: number): Promise<number>;
}

/** What an event is about, for the order of messages: its drop, else its request or item, else its account. */
export function subjectOf({ about, kind }: Pick<ToldEvent, 'about' | 'kind'>): string {
  const { drop, request, item, file, key, webhook } = about;
  return drop ?? request ?? item ?? file ?? key ?? webhook ?? kind;
}
