import type { Instant } from '../../domain/model/clock.ts';

/** What an account's page shows: plain data, already decided and in the order it is shown. */
export interface IndexView {
  now: Instant;
  /** The language the reader asked for. */
  locale: string;
  /** An IANA name; UTC when left out. */
  timeZone?: string;
  serviceName: string;
  /** The public address of this page, percent-encoded, with its final slash. */
  accountUrl: string;
  csrfToken: string;
  account: AccountView;
  liveDrops: number;
  inbox: Listing<InboxEntryView>;
  tray: Listing<TrayFileView>;
  /** Chosen for the next transfer. */
  receivers: Listing<ContactView>;
  contacts: Listing<ContactView>;
  /** The operator's. */
  sharedContacts: Listing<ContactView>;
  /** Drops and grants, ended ones too, newest first. */
  history: Listing<HistoryEntryView>;
}

/** The items to show, and how many there are in all. No more than the first 50 are looked at. */
export interface Listing<Item> {
  items: readonly Item[];
  total: number;
}

export interface AccountView {
  email: string;
  number: string;
  role: 'api' | 'user' | 'admin';
}

/** Fields that are not set are empty. */
export interface ContactView {
  email: string;
  number: string;
  language: string;
  groups: readonly string[];
  nick: string;
}

export interface TrayFileView {
  name: string;
  type: string;
  sizeBytes: number;
  uploadedAt: Instant;
  /** When it is removed, unless it is sent before. */
  removedAt: Instant;
}

export interface InboxEntryView {
  /** The sender's e-mail address. */
  sender: string;
  files: readonly { name: string; sizeBytes: number }[];
  createdAt: Instant;
  expiresAt: Instant;
  /** The entry's own path segment under the account. */
  url: string;
}

/** Why a receiver may not have the mail with the link. */
export type MailTrouble = 'waiting' | 'undeliverable';

export interface HistoryEntryView {
  kind: 'drop' | 'grant';
  createdAt: Instant;
  expiresAt: Instant;
  /** Set once it was revoked: when that was. */
  revokedAt?: Instant | undefined;
  receivers: readonly { email: string; nick: string; mail?: MailTrouble | undefined }[];
  files: readonly { name: string }[];
  message: string;
}
