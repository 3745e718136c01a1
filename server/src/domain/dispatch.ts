import type { Instant } from './clock.ts';
import type { Contact } from './contact.ts';
import type { StoredFile } from './file.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from './ids.ts';

/** A drop sends files away; a grant lends the receivers an upload page to send files back. */
export type DispatchKind = 'drop' | 'grant';

export interface Dispatch {
  id: DispatchId;
  accountId: AccountId;
  kind: DispatchKind;
  createdAt: Instant;
  expiresAt: Instant;
  /** The time to live as the client sent it, in the unit the client counts in. */
  ttl: string;
  /** Undefined when the client left it out: receivers then get a default text in their language. */
  message: string | undefined;
}

/** One receiver of a dispatch, with a page and a link of their own. */
export interface DispatchReceiver extends Contact {
  id: ReceiverId;
  /** All that is kept of the secret in the receiver's link. */
  linkHash: Buffer;
  /** Names the dispatch in the receiver's inbox; worthless without the receiver's credentials. */
  inboxToken: InboxToken;
}

/** A file as history tells of it, long after its bytes are gone. */
export interface FileReference {
  name: string;
}

export interface HistoryEntry {
  dispatch: Dispatch;
  receivers: Contact[];
  files: FileReference[];
}

export interface InboxEntry {
  token: InboxToken;
  senderEmail: string;
  createdAt: Instant;
  expiresAt: Instant;
  ttl: string;
  files: Pick<StoredFile, 'name' | 'mediaType' | 'sizeBytes' | 'sha256'>[];
}

export interface DispatchRepository {
  /** Must throw when a receiver's link hash or inbox token is taken. */
  add(dispatch: Dispatch, receivers: readonly DispatchReceiver[]): Promise<void>;
  /** Every dispatch of the account, ended ones too, newest first; at most `limit` when given. */
  listHistory(accountId: AccountId, limit?: number): Promise<HistoryEntry[]>;
  countHistory(accountId: AccountId): Promise<number>;
  /** How many drops of the account can still be downloaded. */
  countLiveDrops(accountId: AccountId, now: Instant): Promise<number>;
  /** What others sent to this address and can still be downloaded, newest first. */
  listInbox(email: string, now: Instant): Promise<InboxEntry[]>;
  /** The drop behind an inbox token, if it was sent to this address and lives. */
  findInInbox(email: string, token: InboxToken, now: Instant): Promise<Dispatch | undefined>;
  /** Dispatches whose time is over and that were not ended yet, oldest first. */
  listDue(now: Instant, limit: number): Promise<Dispatch[]>;
  /** Ends a dispatch: its links are dead from here on. */
  end(id: DispatchId, at: Instant): Promise<void>;
  /** Removes all dispatches of an account, with their receivers and unsent mail. */
  removeAll(accountId: AccountId): Promise<void>;
}
