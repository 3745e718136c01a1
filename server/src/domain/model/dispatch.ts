import type { Account } from './account.ts';
import type { Instant, TtlUnit } from './clock.ts';
import type { Receiver } from './contact.ts';
import type { ReceiptMode } from './draft.ts';
import type { FilePlace, StoredFile } from './file.ts';
import type { AccountId, DispatchId, FileId, InboxToken, ReceiverId } from './ids.ts';
import type { SecondFactorMode } from './receiver-code.ts';

/**
 * A drop sends files; a grant gives the receivers an upload page; a return is what came back through one,
 * and has the account of the grant as its one receiver.
 */
export type DispatchKind = 'drop' | 'grant' | 'return';

/** The contact who sent a return, and the grant it came through. */
export interface ReturnOrigin {
  email: string;
  nick: string;
  grantReceiverId: ReceiverId;
  /** The browser that sent it, where several people may have the same link. */
  visitorHash?: Buffer;
}

export interface Dispatch {
  id: DispatchId;
  accountId: AccountId;
  kind: DispatchKind;
  createdAt: Instant;
  expiresAt: Instant;
  /** The time to live as the client sent it, or as it is after an extension, in the client's unit. */
  ttl: string;
  /** Undefined for what was sent before units were kept. */
  ttlUnit: TtlUnit | undefined;
  /** What its sender calls it; left out where it has no name. */
  title?: string;
  /** Undefined when the client left it out: receivers then get a default text in their language. */
  message: string | undefined;
  /** The second factor of its receivers, as it was demanded when it was made. */
  secondFactor: SecondFactorMode;
  /** The slow hash of the password that receivers enter besides; left out where there is none. */
  passwordHash?: string;
  /** How often each receiver may download each file; left out: any number of times. */
  downloadLimit?: number;
  /** Left out: as the notices of the account say. */
  receipts?: ReceiptMode;
  /** What the caller of the API calls it; left out where it has no such name. */
  reference?: string;
  /**
   * `none`: its receivers get no mails, but for codes that they ask for and a link that somebody has sent again. Left
   * out, they do.
   */
  notify?: 'none';
  /** Set for a return, and only for a return. */
  origin: ReturnOrigin | undefined;
}

/** The password of a drop that is about to be sent. */
export interface DropPassword {
  /** The id that the drop gets: the hash is bound to it. */
  dispatchId: DispatchId;
  hash: string;
}

/** A place in the order in which dispatches end. */
export interface EndingPlace {
  expiresAt: Instant;
  /** Of a dispatch; empty before all that end then. */
  id: string;
}

/** One receiver of a dispatch, with their own page and link. */
/** What a sender changed after sending: the end, or a receiver that was added. */
export type DispatchChange = { at: Instant } & (
  { expiresAt: Instant } | { receiverId: ReceiverId }
);

export interface DispatchReceiver extends Receiver {
  id: ReceiverId;
  /** All that is stored of the secret in the receiver's link; undefined once the link has ended. */
  linkHash: Buffer | undefined;
  /** Which of the receiver's links is the live one: a link sent again replaces the one before. */
  linkGeneration: number;
  /** Names the dispatch in the receiver's inbox; useless without the receiver's credentials. */
  inboxToken: InboxToken;
}

/** What the address of a link without an owner is: such a receiver names themselves when they send. */
export const noAddress = '';

/**
 * Whether a receiver got a link without an address: one through which a request asks anyone for files, or with which
 * anyone may download a drop. It stands among the receivers of its dispatch, and nobody is told that it were one.
 */
export function isBareLink({ email }: Pick<DispatchReceiver, 'email'>): boolean {
  return email === noAddress;
}

/** What a receiver's link leads to. */
export interface Delivery {
  dispatch: Dispatch;
  /** When the dispatch ended, by time or by the operator; undefined while it lives. */
  endedAt: Instant | undefined;
  receiver: DispatchReceiver;
  sender: Account;
  /** Where strangers share the link: the browser that uses it. Left out where it is not known. */
  visitorHash?: Buffer;
}

/** A dispatch with all of its receivers, for operators. */
export interface DispatchOverview {
  dispatch: Dispatch;
  /** When it ended, by time or by the operator; undefined while it lives. */
  endedAt: Instant | undefined;
  senderEmail: string;
  receivers: DispatchReceiver[];
  files: DispatchFile[];
}

/** A file of a dispatch, which may be shredded. */
export interface DispatchFile extends FilePlace {
  id: FileId;
  sizeBytes: number;
}

/** A file in the history, long after its bytes are gone. */
export interface FileReference {
  name: string;
}

export interface HistoryEntry {
  dispatch: Dispatch;
  /** When it ended, by time or by the operator; undefined while it lives. */
  endedAt: Instant | undefined;
  receivers: (Receiver & Pick<DispatchReceiver, 'id'>)[];
  files: FileReference[];
}

export interface InboxEntry {
  token: InboxToken;
  /** The code that the sender demands of receivers; `off` for what came through a grant. */
  secondFactor: SecondFactorMode;
  /** Left out: its sender set no password. */
  hasPassword?: true;
  senderEmail: string;
  createdAt: Instant;
  expiresAt: Instant;
  ttl: string;
  files: Pick<StoredFile, 'name' | 'mediaType' | 'sizeBytes' | 'sha256'>[];
}

/** What an inbox token stands for. */
export interface InInbox {
  dispatch: Dispatch;
  /** The address it was sent to. */
  receiverId: ReceiverId;
}

/** How often files came back through a grant, how many, and how many bytes they have together. */
export interface ReturnSum {
  returns: number;
  files: number;
  bytes: number;
}

/** A dispatch that ends soon after it was made. */
export interface BriefDispatch {
  senderEmail: string;
  ttl: string;
  unit: TtlUnit | undefined;
}

export interface DispatchRepository {
  /**
   * To be called with the account locked: lists are ordered by a number that is assigned here, and under
   * the lock that is the order of commits. Must throw when a receiver's link hash or inbox token is taken.
   */
  add(dispatch: Dispatch, receivers: readonly DispatchReceiver[]): Promise<void>;
  /**
   * Every drop and grant of the account, ended ones too, newest first: at most `limit` when given, and only
   * those older than `olderThan` when given. Entries never change places, and later commits come before all
   * that could be read earlier: pages that begin where the last one ended show each once, whatever is added
   * meanwhile.
   */
  listHistory(
    accountId: AccountId,
    limit?: number,
    olderThan?: DispatchId,
  ): Promise<HistoryEntry[]>;
  /** How many drops of the account can still be downloaded. */
  countLiveDrops(accountId: AccountId, now: Instant): Promise<number>;
  /** What others sent to this address and can still be downloaded, newest first. */
  listInbox(email: string, now: Instant): Promise<InboxEntry[]>;
  /** The drop or return behind an inbox token, if it was sent to this address and lives. */
  findInInbox(email: string, token: InboxToken, now: Instant): Promise<InInbox | undefined>;
  /** Dispatches whose time is over and that were not ended yet, oldest first. */
  listDue(now: Instant, limit: number): Promise<Dispatch[]>;
  /** Ends a dispatch: its links end, and the sums of its transfers are due. One that has ended keeps its time. */
  end(id: DispatchId, at: Instant): Promise<void>;
  /** The live dispatch behind a link, if the link is alive too. */
  findByLink(linkHash: Buffer, now: Instant): Promise<Delivery | undefined>;
  /** The dispatch of a receiver, ended or not. */
  findByReceiver(id: ReceiverId): Promise<Delivery | undefined>;
  find(id: DispatchId): Promise<DispatchOverview | undefined>;
  /** The files of a dispatch, ended or not, in the order in which they were uploaded. */
  listFiles(id: DispatchId): Promise<DispatchFile[]>;
  /** Newest first; those of one account, or of all. */
  list(filter: { accountId?: AccountId; limit: number }): Promise<DispatchOverview[]>;
  /** Live drops that expire before `before`, oldest expiry first. */
  listEnding(now: Instant, before: Instant): Promise<DispatchId[]>;
  /** Living drops and returns that end behind this place and until then, in the order of their ends. */
  listEndingAfter(place: EndingPlace, until: Instant, limit: number): Promise<EndingPlace[]>;
  /**
   * Adds a receiver after those that are there. To be called with the account locked. Must throw when its
   * link hash or inbox token is taken.
   */
  addReceiver(id: DispatchId, receiver: DispatchReceiver): Promise<void>;
  /**
   * Revokes the link of one receiver; one that was revoked keeps its time. A drop whose link has ended is not in the
   * receiver's inbox.
   */
  endLink(id: ReceiverId, at: Instant): Promise<void>;
  /** Gives a receiver another link, whether or not the one before has ended. */
  setLink(id: ReceiverId, link: { hash: Buffer; generation: number }): Promise<void>;
  /** Notes when a person opened the page of a receiver; the first time stays. Returns whether this was the first. */
  markOpened(id: ReceiverId, at: Instant): Promise<boolean>;
  /** Counts a wrong code that was entered at a receiver's link; returns how many there were. */
  countRefusedCode(id: ReceiverId): Promise<number>;
  /** Writes down what its sender changed, for its history; of the same change at one time, one. */
  noteChange(id: DispatchId, change: DispatchChange): Promise<void>;
  /** Replaces the hash of the password of a dispatch that has one; of others it changes nothing. */
  setPassword(id: DispatchId, passwordHash: string): Promise<void>;
  /** Changes its end and its time to live. */
  extend(id: DispatchId, expiresAt: Instant, ttl: string): Promise<void>;
  /** Drops and grants made after `since` whose whole lifetime is shorter than `underMs`, newest first. */
  listBrief(wanted: { since: Instant; underMs: number; limit: number }): Promise<BriefDispatch[]>;
  /** The returns through one grant's receiver, ended ones too, newest first: all, or those of one browser. */
  listReturns(grantReceiverId: ReceiverId, visitorHash?: Buffer): Promise<DispatchOverview[]>;
  /** How much was sent back through one grant's receiver, ended ones too. */
  sumReturns(grantReceiverId: ReceiverId): Promise<ReturnSum>;
  /**
   * Removes dispatches that ended before, oldest end first, with all their rows: receivers, files,
   * downloads, mails. One whose bytes were not removed yet stays. Returns how many.
   */
  removeEnded(before: Instant, limit: number): Promise<number>;
  /** Removes all dispatches of an account, with their receivers and unsent mail. */
  removeAll(accountId: AccountId): Promise<void>;
}

interface Ending {
  dispatch: Pick<Dispatch, 'expiresAt'>;
  /** When it ended, by time or by the operator; undefined while it lives. */
  endedAt: Instant | undefined;
}

/**
 * Why a dispatch is no longer available; undefined while it lives. Only a revocation comes before its
 * expiry.
 */
export function endReasonOf(
  { dispatch, endedAt }: Ending,
  now: Instant,
): 'expired' | 'revoked' | undefined {
  if (endedAt === undefined) return dispatch.expiresAt > now ? undefined : 'expired';
  return endedAt < dispatch.expiresAt ? 'revoked' : 'expired';
}
