import type { Instant } from './clock.ts';
import type { AccountId, MailId, ReceiverId } from './ids.ts';
import type { DigestKind, MailKind } from './mail-kinds.ts';

/** The items of a digest. */
export interface Digest {
  /** The first of them: receivers for `unfetched`, mails for `undelivered`. */
  ids: readonly string[];
  /** The total number. */
  count: number;
}

/**
 * `waiting`: to be sent, or to be retried. `sent`: a mail server accepted it. `captured`: stored in the
 * data folder, because no mail server is set. `refused`: the mail server refused it permanently.
 * `abandoned`: retried for three days without success. `withdrawn`: its subject had ended before it was
 * sent. `suppressed`: the receiver refuses such mail.
 */
export type MailState =
  'waiting' | 'sent' | 'captured' | 'refused' | 'abandoned' | 'withdrawn' | 'suppressed';

/**
 * A message to be delivered. It is written with the change it tells of and delivered afterwards, so that an
 * outage of the mail server loses nothing and delays no request. It contains no link: the link is derived
 * again when the message is composed.
 */
export interface OutboxMessage {
  id: MailId;
  kind: MailKind;
  /** The one address or number it goes to: see `laneOf`. */
  to: string;
  /** The account whose drop or grant it is about. */
  accountId: AccountId;
  /** The receiver of the drop, grant or return it is about; undefined when it is about the account itself. */
  receiverId: ReceiverId | undefined;
  createdAt: Instant;
  /** It is not sent before this; unless given, it is due at once. */
  dueAt?: Instant;
  digest?: Digest;
  /** The network from which a code was requested: see `wideNetworkOf`. */
  askedFrom?: string;
}

/** How a message is delivered. The lanes do not wait for each other. */
export const lanes = ['mail', 'sms'] as const;
export type Lane = (typeof lanes)[number];

/** An address contains an `@`, and a number never does. */
export function laneOf({ to }: Pick<OutboxMessage, 'to'>): Lane {
  return to.includes('@') ? 'mail' : 'sms';
}

/** A message and the state of its delivery. */
export interface OutboxEntry extends Omit<OutboxMessage, 'dueAt' | 'askedFrom'> {
  state: MailState;
  attempts: number;
  nextAttemptAt: Instant;
  /** When it reached its state; undefined while it waits. */
  settledAt: Instant | undefined;
  /** The last answer of the mail server, for people. */
  lastError: string | undefined;
}

export interface CodeFilter {
  since: Instant;
  receiverId?: ReceiverId;
  accountId?: AccountId;
  /** Only SMS to numbers with this prefix; any number when empty. */
  numberPrefix?: string;
  /** Only those that were requested from this network. */
  askedFrom?: string;
}

export interface OutboxClaim {
  now: Instant;
  /** The process that claims, by a name that no other process ever has. */
  by: string;
  /** The account that was served last. */
  after?: AccountId | undefined;
}

/** How much waits, and when the oldest of it was written; undefined when nothing waits. */
export interface Backlog {
  count: number;
  oldestAt: Instant | undefined;
}

/** Why a message was not sent. */
export interface DeliveryFault {
  /** The process that tried: see `OutboxClaim`. */
  by: string;
  reason: string;
  /** Whether no message could have been sent: the server was unreachable, or accepted nothing. */
  isOutage: boolean;
}

export interface OutboxRepository {
  /** Removes mails that were delivered, refused or abandoned before, oldest first; returns how many. */
  removeSettled(before: Instant, limit: number): Promise<number>;
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * Claims one due message for a process, and counts one more attempt. No caller gets it again until it is put off or
   * released. Of concurrent callers, through any handles, no two get one message, and none returns empty while another
   * message is due: rows that others are claiming are skipped. Codes, for which a person waits, come first. Everything
   * else is taken in turn among accounts, by id: the next one after `claim.after` that has a due message, with its
   * oldest.
   */
  claimNext(lane: Lane, claim: OutboxClaim): Promise<OutboxEntry | undefined>;
  /** Postpones a failed message and ends its claim. Does nothing unless `fault.by` has claimed it. */
  retry(id: MailId, nextAttemptAt: Instant, fault: DeliveryFault): Promise<void>;
  /** Makes messages that an outage has postponed due at `now`; returns how many. */
  endOutage(lane: Lane, now: Instant): Promise<number>;
  /**
   * Ends the claims of all processes but the living, and makes those messages due at `now`; returns how
   * many. Counts no attempt.
   */
  releaseClaims(living: readonly string[], now: Instant): Promise<number>;
  /** Makes failed messages due at `now`, except claimed ones. Counts no attempt. */
  retryAll(now: Instant): Promise<void>;
  /** The first outcome of a message is final, whoever has claimed it. Returns whether this is the first. */
  settle(
    id: MailId,
    state: Exclude<MailState, 'waiting'>,
    at: Instant,
    lastError?: string,
  ): Promise<boolean>;
  /**
   * Makes a message due at `now` that was refused or abandoned. Returns whether it was one. Codes stay as they
   * are: they have ended long since.
   */
  reopen(id: MailId, now: Instant): Promise<boolean>;
  /** The same for the oldest of all such messages; returns how many. */
  reopenFailed(now: Instant, limit: number): Promise<number>;
  /** Settles a waiting message as withdrawn. Returns false where it does not wait, or is being delivered. */
  withdraw(id: MailId, at: Instant): Promise<boolean>;
  /** The newest digest of a kind for an account, sent or not. */
  findLastDigest(accountId: AccountId, kind: DigestKind): Promise<OutboxEntry | undefined>;
  /** Changes the items of a digest. */
  putDigest(id: MailId, digest: Digest): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<OutboxEntry[]>;
  find(id: MailId): Promise<OutboxEntry | undefined>;
  /** The messages to these receivers, sent or not, newest first. */
  listFor(...receiverIds: readonly ReceiverId[]): Promise<OutboxEntry[]>;
  countWaiting(): Promise<number>;
  /** The messages of a lane that wait, whether they are due or put off. */
  measureBacklog(lane: Lane): Promise<Backlog>;
  /** When the oldest of the waiting messages was written; undefined when none waits. */
  findOldestWaiting(): Promise<Instant | undefined>;
  /**
   * When a mail with a link was written to one of the account's receivers, after `since`: the newest such
   * mail but `skip`; undefined when there are no more than `skip`.
   */
  findLinkMail(accountId: AccountId, since: Instant, skip: number): Promise<Instant | undefined>;
  /** How many mails of these kinds were written about the account after `since`, whatever their state. */
  countOfKinds(accountId: AccountId, kinds: readonly MailKind[], since: Instant): Promise<number>;
  /** How many codes were written after `since`, whatever their state. */
  countCodes(filter: CodeFilter): Promise<number>;
}

/** The refusal of mail with links to an address, by its reader. */
export interface Suppression {
  /** In lower case. */
  email: string;
  /** From one account; undefined for mail from every account. */
  accountId: AccountId | undefined;
  createdAt: Instant;
}

export interface SuppressionRepository {
  /** Keeps the first refusal: a second one changes nothing. Returns whether it is new. */
  add(suppression: Suppression): Promise<boolean>;
  /** Whether mail from this account to this address is refused. */
  has(email: string, accountId: AccountId): Promise<boolean>;
  /** By address. */
  list(): Promise<Suppression[]>;
  /** Deletes every refusal of an address; returns how many. */
  remove(email: string): Promise<number>;
}
