import type { Instant } from './clock.ts';
import type { Dispatch, DispatchReceiver, ReturnSum } from './dispatch.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from './ids.ts';

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
  came: ReturnSum;
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
  /** The grants of an account, ended ones too, newest first; only those older than `olderThan` when given. */
  list(accountId: AccountId, limit: number, olderThan?: DispatchId): Promise<RequestEntry[]>;
  /** The receivers of a grant in their order, at most `limit`. */
  listReceivers(id: DispatchId, limit: number): Promise<RequestReceiver[]>;
  /** What came through all receivers of a grant, newest first, at most `limit`. */
  listReturns(id: DispatchId, now: Instant, limit: number): Promise<CameBack[]>;
}
