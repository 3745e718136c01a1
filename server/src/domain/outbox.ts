import type { Instant } from './clock.ts';
import type { AccountId, MailId, ReceiverId } from './ids.ts';

/**
 * The mails that Valise sends. To a receiver: `download`, `upload` and `reminder`. To an account:
 * `receipt` (a receiver took every file), `received` (a contact sent files back), `unfetched` (a drop
 * has expired and a receiver never took all of its files). A `code` goes to a receiver, by e-mail or
 * by SMS.
 */
export const mailKinds = [
  'download',
  'upload',
  'receipt',
  'received',
  'reminder',
  'unfetched',
  'code',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Whether a mail still says something worth knowing once its drop or grant has ended. The others
 * offer what is no longer there, and are withdrawn. `unfetched` is written as a drop expires.
 */
export const outlivesDispatch: Readonly<Record<MailKind, boolean>> = {
  download: false,
  upload: false,
  receipt: true,
  received: true,
  reminder: false,
  unfetched: true,
  code: false,
};

/**
 * `waiting`: to be sent, or to be tried again. `sent`: a mail server took it. `captured`: kept under
 * the data folder, because no mail server is set. `refused`: the mail server will never take it.
 * `abandoned`: tried for three days in vain. `withdrawn`: what it told of had ended before it left.
 */
export const mailStates = [
  'waiting',
  'sent',
  'captured',
  'refused',
  'abandoned',
  'withdrawn',
] as const;
export type MailState = (typeof mailStates)[number];

/**
 * A message that must leave the house. It is written with the change it tells of and delivered
 * afterwards, so a mail server that is down loses nothing and delays nobody. It holds no link:
 * the link is derived again when the message is made.
 */
export interface OutboxMessage {
  id: MailId;
  kind: MailKind;
  /** The one address it goes to, or the number: see `laneOf`. */
  to: string;
  /** Whose drop or grant it is about. */
  accountId: AccountId;
  /** The receiver of the drop, grant or return it is about; undefined when it is about the account itself. */
  receiverId: ReceiverId | undefined;
  createdAt: Instant;
}

/** What delivers a message. The lanes do not wait for each other. */
export const lanes = ['mail', 'sms'] as const;
export type Lane = (typeof lanes)[number];

/** An address holds an `@`, and a number never does. */
export function laneOf({ to }: Pick<OutboxMessage, 'to'>): Lane {
  return to.includes('@') ? 'mail' : 'sms';
}

/** A message and how its delivery stands. */
export interface OutboxEntry extends OutboxMessage {
  state: MailState;
  attempts: number;
  nextAttemptAt: Instant;
  /** When it reached its state; undefined while it waits. */
  settledAt: Instant | undefined;
  /** What the mail server said last, for people. */
  lastError: string | undefined;
}

export interface CodeFilter {
  since: Instant;
  receiverId?: ReceiverId;
  accountId?: AccountId;
  /** Only those that go by SMS to a number that begins so; any number when empty. */
  numberPrefix?: string;
}

export interface OutboxClaim {
  now: Instant;
  leaseUntil: Instant;
  /** Whose turn was last. */
  after?: AccountId | undefined;
}

/** Why a message did not leave. */
export interface DeliveryFault {
  reason: string;
  /** Whether no message could have left: the server could not be reached, or took nothing at all. */
  isOutage: boolean;
}

export interface OutboxRepository {
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * One waiting message that is due, for this caller alone: it is put off to `leaseUntil` and counts
   * one more attempt, so that nobody else gets it and a crash only delays it. Codes, for which
   * somebody waits, come first. Everything else comes in turns among accounts, by id: the next one
   * after `claim.after` that has a due message, with its oldest.
   */
  claimNext(lane: Lane, claim: OutboxClaim): Promise<OutboxEntry | undefined>;
  /** Puts a message that failed off to another time. */
  retry(id: MailId, nextAttemptAt: Instant, fault: DeliveryFault): Promise<void>;
  /** Makes due at `now` what an outage has put off; returns how many messages. */
  endOutage(lane: Lane, now: Instant): Promise<number>;
  /** Makes due at `now` all that waits, leased messages too. Counts no attempt. */
  releaseAll(now: Instant): Promise<void>;
  settle(
    id: MailId,
    state: Exclude<MailState, 'waiting'>,
    at: Instant,
    lastError?: string,
  ): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<OutboxEntry[]>;
  find(id: MailId): Promise<OutboxEntry | undefined>;
  /** What was sent or is to be sent to these receivers, newest first. */
  listFor(...receiverIds: readonly ReceiverId[]): Promise<OutboxEntry[]>;
  countWaiting(): Promise<number>;
  /** When the oldest of the waiting messages was written; undefined when none waits. */
  findOldestWaiting(): Promise<Instant | undefined>;
  /** How many codes were written after `since`, whatever became of them. */
  countCodes(filter: CodeFilter): Promise<number>;
}
