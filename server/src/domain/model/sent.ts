import type { Instant } from './clock.ts';
import type { Dispatch, DispatchChange, DispatchFile, DispatchReceiver } from './dispatch.ts';
import { endReasonOf } from './dispatch.ts';
import type { StoredFile } from './file.ts';
import type { AccountId, DispatchId, FileId, ReceiverId } from './ids.ts';
import type { KeyBucket } from './key-ring.ts';
import type { LinkUses } from './visit.ts';

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
  /** How many of them have opened the page, those who have completed every file among them. */
  openedCount: number;
  /** To how many of them the newest mail with the link was not delivered, and will not be. */
  undeliveredCount: number;
  /** To how many of them the newest mail with the link is late: it is tried again. */
  delayedCount: number;
  /** Its links for anyone, revoked ones too. They are no receivers, and counted with none. */
  anyoneLinks: AnyoneLink[];
}

/** A link of a drop that anyone may use who has it. */
export interface AnyoneLink
  extends Pick<DispatchReceiver, 'id' | 'linkHash' | 'linkGeneration'>, LinkUses {
  dispatchId: DispatchId;
  /** When it was revoked; undefined while it lives, and for one that ended with the drop. */
  revokedAt: Instant | undefined;
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

/**
 * Which drops are listed. `ending`: the live ones that expire before `endsBefore`. `problems`: the live ones with a
 * receiver whom the newest mail with the link has not reached. `ended`: expired or revoked.
 */
export type SentFilter = 'all' | 'live' | 'ending' | 'problems' | 'ended' | 'expired' | 'revoked';

/** Drops that were made at a time or after it, and before another. */
export interface MadeBetween {
  createdFrom?: Instant | undefined;
  createdBefore?: Instant | undefined;
}

/** Drops by their age, after the one that `after` names. */
export interface AgedPage extends KeyedPage<DispatchId>, MadeBetween {
  /** When `after` was made. The list goes on behind that time where the drop was removed meanwhile. */
  afterCreatedAt?: Instant | undefined;
}

export interface SentQuery extends AgedPage {
  filter: SentFilter;
  /** What their caller called them. Only with `all`: no index knows their states. Left out: anything. */
  reference?: string | undefined;
  now: Instant;
  endsBefore: Instant;
}

/** Where the deliveries of a page begin: after this receiver of the drop `after`; left out, after all of its. */
export interface DeliveryQuery extends AgedPage {
  position?: number | undefined;
  /** What the caller of the API calls the drops; left out: all. */
  reference?: string | undefined;
}

/** A file of a drop, with what is known of its content. */
export interface SentFile extends DispatchFile, Pick<StoredFile, 'mediaType'> {
  /** Undefined once it was shredded. */
  sha256: Buffer | undefined;
}

/** A file of a drop whose key was destroyed. */
export interface ShreddedFile extends DispatchFile {
  contentId: FileId;
  shreddedAt: Instant;
  /** Where its key was; undefined for what earlier programs shredded. */
  bucket: KeyBucket | undefined;
  /** When its bytes were removed, or left to the files that share them. */
  reclaimedAt: Instant | undefined;
}

/** A drop with receivers of it. */
export interface DeliveredDrop extends Pick<SentDrop, 'dispatch' | 'endedAt' | 'fileCount'> {
  receivers: SentReceiver[];
}

/** A drop with all of its receivers, links for anyone and files. */
export interface WholeDrop extends DeliveredDrop, Pick<SentDrop, 'anyoneLinks'> {
  files: SentFile[];
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
   * Newest first, except for `ending`: the soonest end first. A page begins after a drop of the account, whether or not
   * it still fits the filter. After any other id the page is empty, unless the time of that drop is given.
   */
  list(accountId: AccountId, query: SentQuery): Promise<SentDrop[]>;
  /**
   * How many there are, at most `atMost`. `live`: those that expire before `endsBefore`. Of problems, list and count
   * know those that the newest thousand failed mails and the newest thousand delayed ones are about.
   */
  count(
    accountId: AccountId,
    wanted: { filter: 'live' | 'problems'; now: Instant; endsBefore: Instant; atMost: number },
  ): Promise<number>;
  /**
   * Looks through the account's next `limit` dispatches, newest first, for drops with this text in the
   * title, in the message, in a file name, or in the name or address of a receiver. Letters of ASCII match in either
   * case; others match in the case given, or all in capitals.
   */
  search(accountId: AccountId, text: string, page: KeyedPage<DispatchId>): Promise<SentMatches>;
  find(accountId: AccountId, id: DispatchId): Promise<SentDrop | undefined>;
  /** Those of these drops that are the account's, the newest first. */
  listThese(accountId: AccountId, ids: readonly DispatchId[]): Promise<SentDrop[]>;
  findWhole(accountId: AccountId, id: DispatchId): Promise<WholeDrop | undefined>;
  /**
   * The drops of an account, the newest first, with their receivers in order: as many drops as hold `limit` receivers,
   * with all of their receivers, so that there may be more. The drop in which the page begins has at most `limit`. No
   * drop at the end of the list.
   */
  listDeliveries(accountId: AccountId, query: DeliveryQuery): Promise<DeliveredDrop[]>;
  /** The receivers of a drop in order, revoked ones too. */
  listReceivers(id: DispatchId, page: KeyedPage<number>): Promise<SentReceiver[]>;
  /** The first of its receivers to whom the newest mail with the link was not delivered, without revoked ones. */
  listUnreached(id: DispatchId, limit: number): Promise<SentReceiver[]>;
  /** All receivers of these drops, in the order of each. */
  listReceiversOf(ids: readonly DispatchId[]): Promise<SentReceiver[]>;
  /** What its sender changed later, the oldest first. */
  listChanges(id: DispatchId): Promise<DispatchChange[]>;
  findReceiver(id: DispatchId, receiverId: ReceiverId): Promise<SentReceiver | undefined>;
  /** The files of a drop, in the order in which they were uploaded. */
  listFiles(id: DispatchId, page: KeyedPage<DispatchFile['id']>): Promise<SentFile[]>;
  /** How many receivers have completed each of these files of a drop, where it is any; without revoked ones. */
  countHolders(id: DispatchId, files: readonly FileId[]): Promise<ReadonlyMap<FileId, number>>;
  /** Those of them whose keys were destroyed, in the same order. */
  listShredded(id: DispatchId, page: KeyedPage<DispatchFile['id']>): Promise<ShreddedFile[]>;
  /**
   * The account's live drops with a receiver to whom the newest mail with the link was not delivered, and
   * which was settled after `since`: the newest failure first.
   */
  listUndelivered(
    accountId: AccountId,
    wanted: { now: Instant; since: Instant; limit: number },
  ): Promise<SentDrop[]>;
}

export type ReceiverState = 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';

/** How far a receiver is. Who has all files has them, whatever ends afterwards. */
export function receiverStateOf(
  drop: Pick<SentDrop, 'dispatch' | 'endedAt' | 'fileCount'>,
  { revokedAt, openedAt, completedFiles }: SentReceiver,
  now: Instant,
): ReceiverState {
  if (drop.fileCount > 0 && completedFiles >= drop.fileCount) return 'completed';
  if (revokedAt !== undefined) return 'revoked';
  return endReasonOf(drop, now) ?? (openedAt === undefined ? 'waiting' : 'opened');
}
