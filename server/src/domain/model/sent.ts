import type { Instant } from './clock.ts';
import type { Dispatch, DispatchChange, DispatchFile, DispatchReceiver } from './dispatch.ts';
import type { AccountId, DispatchId, ReceiverId } from './ids.ts';

/** A drop as its sender's list shows it. */
export interface SentDrop {
  dispatch: Dispatch;
  /** When it ended, by time or by a revocation; undefined while it lives. */
  endedAt: Instant | undefined;
  fileCount: number;
  totalBytes: number;
  /** The name of its first file; undefined where no file is known any more. */
  firstFile: string | undefined;
  /** The first of the receivers that were not revoked, in order. */
  firstReceivers: Pick<DispatchReceiver, 'email' | 'nick'>[];
  /** How many receivers there are, without those that were revoked. */
  receiverCount: number;
  /** How many receivers there are, revoked ones too. */
  allReceivers: number;
  /** How many of them have completed every file. */
  fetchedCount: number;
  /** To how many of them the newest mail with the link was not delivered, and will not be. */
  undeliveredCount: number;
}

/** A receiver of a drop, with what is known of its progress. */
export interface SentReceiver extends DispatchReceiver {
  dispatchId: DispatchId;
  /** The place among the receivers, from 0. */
  position: number;
  /** When the page was first opened by a person: a code was accepted, a button pressed or a file fetched. */
  openedAt: Instant | undefined;
  /** When its link was revoked; undefined while it lives, and for one that ended with the dispatch. */
  revokedAt: Instant | undefined;
  /** How many files were completed, and when the last of them was. */
  completedFiles: number;
  completedAt: Instant | undefined;
}

/** A part of a list whose order never changes: at most `limit`, after the one that `after` names. */
export interface KeyedPage<Key> {
  after?: Key | undefined;
  limit: number;
}

/** Which drops are listed. `ending`: the live ones that expire before `endsBefore`. */
export type SentFilter = 'all' | 'live' | 'ending' | 'ended';

export interface SentQuery extends KeyedPage<DispatchId> {
  filter: SentFilter;
  now: Instant;
  endsBefore: Instant;
}

/** What was found of a text among the account's dispatches that were looked through. */
export interface SentMatches {
  drops: SentDrop[];
  /** The oldest that was looked through, and whether nothing is older; undefined where nothing was. */
  reached: { id: DispatchId; createdAt: Instant; isLast: boolean } | undefined;
}

/** What an account has sent, for the account itself. Drops only, and only those of the account. */
export interface SentRepository {
  /**
   * Newest first, except for `ending`: the soonest end first. A page begins after a drop of the account,
   * whether or not it still fits the filter; after any other id, the page is empty.
   */
  list(accountId: AccountId, query: SentQuery): Promise<SentDrop[]>;
  /**
   * Looks through the account's next `limit` dispatches, newest first, for drops with this text in the
   * message, in a file name, or in the name or address of a receiver. Letters of ASCII match in either
   * case; others match in the case given, or all in capitals.
   */
  search(accountId: AccountId, text: string, page: KeyedPage<DispatchId>): Promise<SentMatches>;
  find(accountId: AccountId, id: DispatchId): Promise<SentDrop | undefined>;
  /** The receivers of a drop in order, revoked ones too. */
  listReceivers(id: DispatchId, page: KeyedPage<number>): Promise<SentReceiver[]>;
  /** All receivers of these drops, in the order of each. */
  listReceiversOf(ids: readonly DispatchId[]): Promise<SentReceiver[]>;
  /** What its sender changed later, the oldest first. */
  listChanges(id: DispatchId): Promise<DispatchChange[]>;
  findReceiver(id: DispatchId, receiverId: ReceiverId): Promise<SentReceiver | undefined>;
  /** The files of a drop, in the order in which they were uploaded. */
  listFiles(id: DispatchId, page: KeyedPage<DispatchFile['id']>): Promise<DispatchFile[]>;
  /**
   * The account's live drops with a receiver to whom the newest mail with the link was not delivered, and
   * which was settled after `since`: the newest failure first.
   */
  listUndelivered(
    accountId: AccountId,
    wanted: { now: Instant; since: Instant; limit: number },
  ): Promise<SentDrop[]>;
}
