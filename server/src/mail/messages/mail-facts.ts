import type { Instant } from '../../domain/clock.ts';

/**
 * Someone as the reader of a mail may know them. What the person keeps to themselves is left out by
 * whoever gathers the facts; somebody without nick and e-mail is called by the service's name.
 */
export interface Person {
  nick?: string | undefined;
  email?: string | undefined;
}

export interface FileFact {
  name: string;
  sizeBytes: number;
}

/** To a receiver: files wait behind the link. */
export interface DownloadFacts {
  kind: 'download';
  sender: Person;
  /** What the sender wrote; undefined or blank for the default text. */
  message: string | undefined;
  files: readonly FileFact[];
  link: string;
  expiresAt: Instant;
  /** Whether a code is needed first: the mail then tells who sent it, and nothing of what. */
  isLocked: boolean;
}

/** To a contact: the link lends an upload page. */
export interface UploadFacts {
  kind: 'upload';
  sender: Person;
  message: string | undefined;
  link: string;
  expiresAt: Instant;
}

/** To a receiver: these files were not downloaded yet, and their time is running out. */
export interface ReminderFacts {
  kind: 'reminder';
  sender: Person;
  files: readonly FileFact[];
  link: string;
  expiresAt: Instant;
  isLocked: boolean;
}

/** To an account: a receiver has taken every file. */
export interface ReceiptFacts {
  kind: 'receipt';
  receiver: Person;
  files: readonly FileFact[];
  completedAt: Instant;
}

/** To an account: a contact sent files back, which now stand in the inbox. */
export interface ReceivedFacts {
  kind: 'received';
  contact: Person;
  message: string | undefined;
  files: readonly FileFact[];
  /** The account's own page. */
  link: string;
  expiresAt: Instant;
}

/** To an account: a drop has expired, and a receiver had not taken these files. */
export interface UnfetchedFacts {
  kind: 'unfetched';
  receiver: Person;
  files: readonly FileFact[];
  expiresAt: Instant;
}

/** To a receiver: the code that opens the page behind the link. */
export interface CodeFacts {
  kind: 'code';
  sender: Person;
  code: string;
  expiresAt: Instant;
}

/** All that a mail of one kind says. */
export type MailFacts =
  | DownloadFacts
  | UploadFacts
  | ReminderFacts
  | ReceiptFacts
  | ReceivedFacts
  | UnfetchedFacts
  | CodeFacts;
