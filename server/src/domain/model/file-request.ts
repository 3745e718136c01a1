import type { Instant } from './clock.ts';
import type { Dispatch, DispatchReceiver, ReturnSum } from './dispatch.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from './ids.ts';
import type { AgedPage, KeyedPage } from './sent.ts';

/** What one link of a request allows at most, within the server's limits. Undefined: as much as the server. */
export interface RequestLimits {
  maxFiles: number | undefined;
  /** Of all files together. */
  maxBytes: number | undefined;
  maxFileBytes: number | undefined;
  /** How often files can be sent. */
  maxReturns: number | undefined;
}

/** A request for files: a grant, as the account that made it sees it in a list. */
export interface RequestEntry {
  dispatch: Dispatch;
  /** When it ended, by time or by hand; undefined while it lives. */
  endedAt: Instant | undefined;
  /** How many people were asked, or links were made. */
  receivers: number;
  /** The address of the first of them; empty for a link without one. */
  firstEmail: string;
  /** What came through all links. */
  came: ReturnSum;
}

/** One link of a request, and what came through it. */
export interface RequestReceiver extends DispatchReceiver {
  /** The place among the receivers, from 0. */
  position: number;
  /** When its page was opened with a code, where one is demanded. */
  openedAt: Instant | undefined;
  /** When the link was ended by hand; undefined while it lives, and for one that ended with the request. */
  revokedAt: Instant | undefined;
  came: ReturnSum;
}

/** `closed`: ended by hand, before its time. */
/** `ended`: closed or expired. */
export type RequestState = 'live' | 'closed' | 'expired' | 'ended';

/** Requests by their age, in any state unless one is named. */
export interface RequestQuery extends AgedPage {
  state?: RequestState | undefined;
  /** What their caller called them; only without a state. Left out: anything. */
  reference?: string | undefined;
  now: Instant;
}

/** What came through a request: the next `limit` behind one of them, or behind its time where it is gone. */
export interface ReturnsPage {
  after?: Pick<CameBack, 'token' | 'at'> | undefined;
  now: Instant;
  limit: number;
}

/** One delivery of files through a request. */
export interface CameBack {
  /** The address of the item in the account's inbox. */
  token: InboxToken;
  receiverId: ReceiverId;
  /** As the sender is called; both are empty after an erasure only. */
  email: string;
  nick: string;
  at: Instant;
  files: number;
  bytes: number;
  /** Whether it is still in the inbox. */
  isLive: boolean;
}

export interface FileRequestRepository {
  /** The grant must have no limits yet. */
  addLimits(id: DispatchId, limits: RequestLimits): Promise<void>;
  /** Undefined for a grant without limits of its own. */
  findLimits(id: DispatchId): Promise<RequestLimits | undefined>;
  /**
   * The grants of an account, newest first. A page begins after a dispatch of the account, whether or not it still has
   * the state. After any other id the page is empty, unless the time of that dispatch is given.
   */
  list(accountId: AccountId, query: RequestQuery): Promise<RequestEntry[]>;
  find(accountId: AccountId, id: DispatchId): Promise<RequestEntry | undefined>;
  /** The receivers of a grant in their order, after one of them. */
  listReceivers(id: DispatchId, page: KeyedPage<number>): Promise<RequestReceiver[]>;
  findReceiver(id: DispatchId, receiverId: ReceiverId): Promise<RequestReceiver | undefined>;
  /** What came through all receivers of a grant, newest first. */
  listReturns(id: DispatchId, page: ReturnsPage): Promise<CameBack[]>;
}
