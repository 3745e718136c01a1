import type { Instant } from './clock.ts';
import type { Download } from './download.ts';
import type { FileId, ReceiverId } from './ids.ts';

/** A browser with a link for anyone, which nothing is known of but that it is the same one. */
export interface Visitor {
  receiverId: ReceiverId;
  visitorHash: Buffer;
}

/** The progress of one browser with one file, as `Download` has it for a receiver. */
export type VisitorDownload = Omit<Download, 'sent'> & Visitor;

/** How often a link for anyone was used. */
export interface LinkUses {
  /** How many browsers have opened it. */
  opened: number;
  /** How many browsers have a whole file. */
  downloads: number;
}

/** What browsers do with links for anyone. It is kept for as long as the link lives, and the counts with the drop. */
export interface VisitRepository {
  find(visitor: Visitor, fileId: FileId): Promise<VisitorDownload | undefined>;
  listFor(visitor: Visitor): Promise<VisitorDownload[]>;
  save(download: VisitorDownload): Promise<void>;
  /** Counts a browser that opened the page, once. Returns whether this was the first time. */
  countOpened(visitor: Visitor, at: Instant): Promise<boolean>;
  /** Counts a browser that has a whole file. */
  countDownload(receiverId: ReceiverId): Promise<void>;
}
