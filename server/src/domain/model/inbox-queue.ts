import type { Instant } from './clock.ts';
import type { FilePlace } from './file.ts';
import type { DispatchId, FileId, InboxToken, ReceiverId } from './ids.ts';
import type { InboxItem } from './inbox-item.ts';
import type { MadeBetween } from './sent.ts';

/** After so many leases that ended without an acknowledgement, an item is parked. An index knows this number. */
export const mostLeases = 10;

/** How far an item is: nobody has acknowledged it; somebody has; or it was handed out in vain too often. */
export type QueueState = 'new' | 'acknowledged' | 'parked';

/** An item of an inbox as programs see it. */
export interface QueuedItem extends InboxItem {
  /** The request that it came through; undefined for a drop. */
  requestId: DispatchId | undefined;
  /** What the account calls that request. */
  requestTitle: string | undefined;
  /** That of the drop, or of the request. */
  reference: string | undefined;
  /** How often it was handed out, since it came or was taken out of parking. */
  leases: number;
  /** The latest lease; undefined where there was none. */
  lease: Lease | undefined;
  acknowledgedAt: Instant | undefined;
  parkedAt: Instant | undefined;
}

export interface Lease {
  /** No two leases have the same. */
  nonce: string;
  endsAt: Instant;
}

export function queueStateOf({
  acknowledgedAt,
  parkedAt,
}: Pick<QueuedItem, 'acknowledgedAt' | 'parkedAt'>): QueueState {
  if (acknowledgedAt !== undefined) return 'acknowledged';
  return parkedAt === undefined ? 'new' : 'parked';
}

/** A file of an item, as a list shows it. */
export interface QueuedFile extends FilePlace {
  id: FileId;
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
}

/** A place in the order of an inbox: behind an item, or, where that was removed, behind the time of its sending. */
export interface QueuePlace {
  createdAt: Instant;
  id: InboxToken;
}

export interface QueueQuery extends MadeBetween {
  order: 'oldest' | 'newest';
  limit: number;
  after?: QueuePlace | undefined;
  /** Left out: of any state. */
  state?: QueueState | undefined;
  /** Left out: through any request, and drops. */
  requestId?: string | undefined;
}

export interface QueuePart {
  items: QueuedItem[];
  /** Undefined where this is the last part. */
  next: QueuePlace | undefined;
}

/** A lease that ended with the last that an item may have. */
export interface SpentItem {
  receiverId: ReceiverId;
  email: string;
  token: InboxToken;
}

/**
 * What is in inboxes, handed out to programs: each item to one at a time. `email` is that of the inbox. What has ended
 * is in none.
 */
export interface InboxQueueRepository {
  /** A part looks at a bounded number of items: it may hold few or none, and still have a next one. */
  list(email: string, now: Instant, query: QueueQuery): Promise<QueuePart>;
  find(email: string, token: InboxToken, now: Instant): Promise<QueuedItem | undefined>;
  /** Those of them that are still in the inbox, oldest first. */
  listByReceivers(email: string, ids: readonly ReceiverId[], now: Instant): Promise<QueuedItem[]>;
  /** The files of these dispatches, in the order of upload. */
  listFiles(dispatchIds: readonly DispatchId[]): Promise<Map<DispatchId, QueuedFile[]>>;

  /**
   * Items that can be leased now, oldest first. Where a sender demands a code or a password, only what was sent after
   * `codesSince`. It does not look behind the first 10,000 that were neither acknowledged nor parked: no more are
   * leased at a time.
   */
  listFree(
    email: string,
    now: Instant,
    wanted: { codesSince: Instant; limit: number },
  ): Promise<ReceiverId[]>;
  /** When the next lease among those ends; undefined where none runs. */
  findNextEnd(email: string, now: Instant): Promise<Instant | undefined>;
  /**
   * Leases the first of the items that are still free, at most `limit`, and returns them. Of two that lease an item,
   * one gets it.
   */
  lease(
    ids: readonly ReceiverId[],
    given: Lease & { limit: number; now: Instant },
  ): Promise<ReceiverId[]>;
  /** Each of these changes an item while this lease of it runs, and returns whether it did. */
  acknowledge(id: ReceiverId, nonce: string, now: Instant): Promise<boolean>;
  renew(id: ReceiverId, lease: Lease, now: Instant): Promise<boolean>;
  release(id: ReceiverId, nonce: string, now: Instant): Promise<boolean>;

  /** Those whose last lease has ended, whoever's they are. */
  listSpent(now: Instant, limit: number): Promise<SpentItem[]>;
  /** Returns whether it was to be parked. */
  park(id: ReceiverId, now: Instant): Promise<boolean>;
  /** Has it handed out again, as if it had just come. Changes nothing of an item that is not parked. */
  unpark(id: ReceiverId): Promise<void>;
}
