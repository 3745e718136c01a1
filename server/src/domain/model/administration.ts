import type { Account, Role } from './account.ts';
import type { Instant } from './clock.ts';
import type { DispatchKind } from './dispatch.ts';
import type { AccountId, DispatchId, MailId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';
import type { OutboxEntry } from './outbox.ts';

export const accountStates = ['active', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

export interface AccountListQuery {
  /** How the address begins, in lower case; empty for any. */
  prefix: string;
  role?: Role | undefined;
  state?: AccountState | undefined;
  /** The address after which the page begins. */
  after?: string | undefined;
  limit: number;
}

/** Somebody who was invited and has not joined, for as long as the link works. */
export interface OpenInvitation {
  account: Account;
  sentAt: Instant;
  expiresAt: Instant;
  /** Who invited; undefined: the operator, or somebody who is gone. */
  invitedBy: string | undefined;
}

/** How many rows of each kind were made on a day. */
export interface DayCounts {
  /** Days since 1970, in UTC; none where nothing was made. */
  dispatches: ReadonlyMap<number, number>;
  mails: ReadonlyMap<number, number>;
}

/** How many readable files there are, and how many bytes they hold. */
export interface StoredSum {
  files: number;
  bytes: number;
}

/** Files that expire on another day than their bucket says. */
export interface MovedSum extends StoredSum {
  bucket: KeyBucket;
  expiresAt: Instant;
}

/** The quotas of all enabled accounts. */
export interface QuotaSum {
  accounts: number;
  /** How many of them have a quota of their own, and what these add up to. */
  own: number;
  ownBytes: number;
}

export const dispatchStates = ['live', 'ended'] as const;
export type DispatchState = (typeof dispatchStates)[number];

export interface DispatchListQuery {
  accountId?: AccountId | undefined;
  state?: DispatchState | undefined;
  now: Instant;
  /** The dispatch after which the page begins. */
  after?: string | undefined;
  limit: number;
}

/** A drop, a grant or a return in figures: no name, no address but its account's, and no text. */
export interface DispatchFigures {
  id: DispatchId;
  kind: DispatchKind;
  accountEmail: string;
  createdAt: Instant;
  expiresAt: Instant;
  /** When it ended, by time or by a revocation; undefined while it lives. */
  endedAt: Instant | undefined;
  files: number;
  bytes: number;
  receivers: number;
  /** How many of the receivers have opened it, and how many were revoked one by one. */
  opened: number;
  revoked: number;
  /** How many of the receivers have completed a file, and how many every file. */
  began: number;
  completed: number;
}

/** The states that are listed by themselves. The others are too common to be worth an index. */
export const listedMailStates = [
  'waiting',
  'refused',
  'abandoned',
  'withdrawn',
  'suppressed',
] as const;
export type ListedMailState = (typeof listedMailStates)[number];

export interface MailListQuery {
  state?: ListedMailState | undefined;
  /** The mail after which the page begins. */
  after?: string | undefined;
  limit: number;
}

/** A mail, and the account whose transfer it is about. */
export interface ListedMail extends OutboxEntry {
  accountEmail: string;
}

/**
 * What an administrator may know of everybody's rows: figures and states. Each list has an order that does not
 * change while rows are added, and a page costs as much as its own rows, whatever the number of the others. A
 * page after a row that is gone is empty.
 */
export interface AdministrationRepository {
  /** By address. */
  listAccounts(query: AccountListQuery): Promise<Account[]>;
  /** Of these accounts, up to `atMost` files of each; one without a readable file is left out. */
  sumStored(ids: readonly AccountId[], atMost: number): Promise<Map<AccountId, StoredSum>>;
  /** When a session or an API key of each account was last used, where that is known. */
  findLastSeen(ids: readonly AccountId[]): Promise<Map<AccountId, Instant>>;
  /** Which of these accounts have a confirmed authenticator app or a passkey. */
  findSecondFactors(ids: readonly AccountId[]): Promise<Set<AccountId>>;
  /** Which of these accounts have a password, a passkey or a linked identity: their owners can sign in. */
  findJoined(ids: readonly AccountId[]): Promise<Set<AccountId>>;
  /** The last that were sent first; a page begins after the invitation of an account. */
  listInvitations(query: {
    now: Instant;
    after?: AccountId | undefined;
    limit: number;
  }): Promise<OpenInvitation[]>;
  sumQuotas(): Promise<QuotaSum>;
  /** The readable files of a bucket. The bytes of a shared content count in the last bucket that has it. */
  sumBucket(bucket: KeyBucket): Promise<StoredSum>;
  /** What has arrived of files that were not sent yet: those of drafts, and of uploads through links. */
  sumUploads(): Promise<StoredSum>;
  /**
   * The readable files of live dispatches whose end was changed to one after `now`, by the bucket of their keys, which
   * they keep until its day is over, and by their end. Shared contents are left out.
   */
  sumMoved(now: Instant): Promise<MovedSum[]>;
  /**
   * The newest first; the live ones by the soonest end; the ended ones by the latest end, and those of one
   * account newest first.
   */
  listDispatches(query: DispatchListQuery): Promise<DispatchFigures[]>;
  /** One in figures; undefined where there is none. */
  findDispatch(id: DispatchId): Promise<DispatchFigures | undefined>;
  /** Drops, grants and returns that have not ended; counts no further than `upTo`. */
  countLive(now: Instant, upTo: number): Promise<number>;
  /** The newest first; of one state but `waiting`, the last that got into it first. */
  listMails(query: MailListQuery): Promise<ListedMail[]>;
  /** Of the newest rows, up to `atMost` of each kind: the first day may be counted in part. */
  countDays(atMost: number): Promise<DayCounts>;
  findMail(id: MailId): Promise<ListedMail | undefined>;
  /** Mails that were refused or abandoned; counts no further than `upTo`. */
  countFailedMails(upTo: number): Promise<number>;
}
