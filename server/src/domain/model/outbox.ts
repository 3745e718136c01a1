import type { Instant } from './clock.ts';
import type { AccountId, MailId, ReceiverId } from './ids.ts';

/**
 * The mails that Valise sends. To a receiver: `download`, `upload` and `reminder`. To an account:
 * `receipt` (a receiver took every file), `received` (a contact sent files back), `unfetched` (a drop
 * or more have expired and receivers never took all of the files), `undelivered` (mails that could not
 * be delivered), `codes_refused` (wrong codes were entered at a receiver's link), `revoked` (the operator
 * ended a drop or grant), `key_rotated`, `account_disabled` and `account_enabled`. A `code` goes to a
 * receiver, by e-mail or by SMS.
 */
export const mailKinds = [
  'download',
  'upload',
  'receipt',
  'received',
  'reminder',
  'unfetched',
  'undelivered',
  'codes_refused',
  'revoked',
  'key_rotated',
  'account_disabled',
  'account_enabled',
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
  undelivered: true,
  codes_refused: true,
  revoked: true,
  key_rotated: true,
  account_disabled: true,
  account_enabled: true,
  code: false,
};

/** Whether it goes to a receiver; the others go to an account. */
export const isToReceiver: Readonly<Record<MailKind, boolean>> = {
  download: true,
  upload: true,
  receipt: false,
  received: false,
  reminder: true,
  unfetched: false,
  undelivered: false,
  codes_refused: false,
  revoked: false,
  key_rotated: false,
  account_disabled: false,
  account_enabled: false,
  code: true,
};

/** Those that can tell of many things at once. */
export type DigestKind = 'unfetched' | 'undelivered';

/** What a digest tells of. */
export interface Digest {
  /** The first of them: receivers for `unfetched`, mails for `undelivered`. */
  ids: readonly string[];
  /** How many there are in all. */
  count: number;
}

/**
 * `waiting`: to be sent, or to be tried again. `sent`: a mail server took it. `captured`: kept under
 * the data folder, because no mail server is set. `refused`: the mail server will never take it.
 * `abandoned`: tried for three days in vain. `withdrawn`: what it told of had ended before it left.
 * `suppressed`: the receiver wants no such mail.
 */
export const mailStates = [
  'waiting',
  'sent',
  'captured',
  'refused',
  'abandoned',
  'withdrawn',
  'suppressed',
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
  /** Before this it does not leave; unless given, it is due at once. */
  dueAt?: Instant;
  digest?: Digest;
  /** The network that a code was asked for from: see `networkOf`. */
  askedFrom?: string;
}

/** What delivers a message. The lanes do not wait for each other. */
export const lanes = ['mail', 'sms'] as const;
export type Lane = (typeof lanes)[number];

/** An address holds an `@`, and a number never does. */
export function laneOf({ to }: Pick<OutboxMessage, 'to'>): Lane {
  return to.includes('@') ? 'mail' : 'sms';
}

/** A message and how its delivery stands. */
export interface OutboxEntry extends Omit<OutboxMessage, 'dueAt' | 'askedFrom'> {
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
  /** Only those that were asked for from this network. */
  askedFrom?: string;
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
  /** Removes mails that were delivered, refused or given up before, oldest first; returns how many. */
  removeSettled(before: Instant, limit: number): Promise<number>;
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * One waiting message that is due, for this caller alone: it is put off to `leaseUntil` and counts
   * one more attempt, so that nobody else gets it and a crash only delays it. Of callers at the same
   * time, through whatever handles, no two get one message, and none goes without while another
   * message is due: what somebody else is claiming is skipped. Codes, for which
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
  /** The newest digest of a kind that was written to an account, sent or not. */
  findLastDigest(accountId: AccountId, kind: DigestKind): Promise<OutboxEntry | undefined>;
  /** Changes what a digest tells of. */
  putDigest(id: MailId, digest: Digest): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<OutboxEntry[]>;
  find(id: MailId): Promise<OutboxEntry | undefined>;
  /** What was sent or is to be sent to these receivers, newest first. */
  listFor(...receiverIds: readonly ReceiverId[]): Promise<OutboxEntry[]>;
  countWaiting(): Promise<number>;
  /** When the oldest of the waiting messages was written; undefined when none waits. */
  findOldestWaiting(): Promise<Instant | undefined>;
  /**
   * When a mail that brings a receiver a link was written to one of the account's receivers, after
   * `since`: the newest such mail but `skip`; undefined when there are no more than `skip`.
   */
  findLinkMail(accountId: AccountId, since: Instant, skip: number): Promise<Instant | undefined>;
  /** How many codes were written after `since`, whatever became of them. */
  countCodes(filter: CodeFilter): Promise<number>;
}

/** The wish of whoever reads an address to get no mail with links there. */
export interface Suppression {
  /** In lower case. */
  email: string;
  /** From one account; undefined for mail from every account. */
  accountId: AccountId | undefined;
  createdAt: Instant;
}

export interface SuppressionRepository {
  /** Keeps the first wish: said again, it changes nothing. Returns whether it is new. */
  add(suppression: Suppression): Promise<boolean>;
  /** Whether mail from this account to this address is unwanted. */
  has(email: string, accountId: AccountId): Promise<boolean>;
  /** By address. */
  list(): Promise<Suppression[]>;
  /** Forgets every wish of an address; returns how many. */
  remove(email: string): Promise<number>;
}
