import type { Instant } from './clock.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from './ids.ts';
import type { SecondFactorMode } from './receiver-code.ts';

/** What was sent to an address and can still be downloaded. */
export interface InboxItem {
  token: InboxToken;
  dispatchId: DispatchId;
  /** Whose dispatch it is: the sender of a drop, or the owner of the inbox. */
  accountId: AccountId;
  receiverId: ReceiverId;
  /** A return came through a request of the account itself, a drop from another account. */
  kind: 'drop' | 'return';
  /** As the sender is called; empty where unknown. Of a link without an address, the sender gave it. */
  senderName: string;
  /** Empty where the sender shows none, or has none. */
  senderEmail: string;
  /** Left out: it has none. */
  title?: string;
  message: string | undefined;
  /** The code that the sender demands of receivers; `off` for a return. */
  secondFactor: SecondFactorMode;
  /** Left out: its sender set no password. */
  hasPassword?: true;
  createdAt: Instant;
  expiresAt: Instant;
  files: number;
  bytes: number;
  /** How often the account may download each file; left out: any number of times. */
  downloadLimit?: number;
  /** When the account first opened it; undefined until then. */
  seenAt: Instant | undefined;
  /** The request of the account that a return came through. */
  request?: { id: DispatchId; message: string | undefined };
}

export interface InboxItemRepository {
  /** Newest first; only those older than `olderThan`, an item of the same address, when given. */
  list(email: string, now: Instant, limit: number, olderThan?: InboxToken): Promise<InboxItem[]>;
  /**
   * Those whose sender, message or file names contain the text, newest first. What a code or a password guards is found
   * by its sender only.
   */
  search(email: string, text: string, now: Instant, limit: number): Promise<InboxItem[]>;
  find(email: string, token: InboxToken, now: Instant): Promise<InboxItem | undefined>;
  /** How many items were not opened yet, up to `atMost`. */
  countNew(email: string, now: Instant, atMost: number): Promise<number>;
  /** Keeps the first mark: a second call changes nothing. */
  markSeen(receiverId: ReceiverId, at: Instant): Promise<void>;
}
