import type { Instant } from '../../domain/model/clock.ts';
import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { Column } from '../html/table.ts';
import { renderTable } from '../html/table.ts';

/** What an account's page shows: plain data, already decided and in display order. */
export interface IndexView {
  now: Instant;
  /** The reader's, and its texts. */
  language: Language;
  say: Say;
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

/** The items to show, and their total number. No more than the first 50 are shown. */
export interface Listing<Item> {
  items: readonly Item[];
  total: number;
}

export interface AccountView {
  email: string;
  number: string;
  role: 'api' | 'user' | 'admin';
}

/** Unset fields are empty. */
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

/** Why a receiver may not have got the mail with the link. */
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

/** The page must not grow with the age of its account. */
export const shownAtMost = 50;

interface ListingParts<Item> {
  listing: Listing<Item>;
  caption: string;
  columns: readonly Column<Item>[];
  /** The text for an empty list. */
  empty: Html;
}

/** The first items of a list as a table, and the number of omitted ones. */
export function renderListing<Item>(parts: ListingParts<Item>, say: Say): Html {
  const shown = parts.listing.items.slice(0, shownAtMost);
  if (shown.length === 0) return parts.empty;
  const hidden = parts.listing.total - shown.length;
  return html`${renderTable(parts.caption, parts.columns, shown)}
  ${hidden > 0 && html`<p class="more">${say('account.more', { count: hidden })}</p>`}`;
}

/** The most items that a cell shows. */
export const fewAtMost = 4;

/** A few items inside a cell; the rest as a number. */
export function renderFew<Item>(
  items: readonly Item[],
  renderItem: (item: Item) => Html,
  say: Say,
): Html | undefined {
  if (items.length === 0) return undefined;
  const shown = items.length > fewAtMost ? items.slice(0, fewAtMost - 1) : items;
  const hidden = items.length - shown.length;
  return html`<ul class="few">
    ${shown.map((item) => html`<li>${renderItem(item)}</li>`)}
    ${hidden > 0 && html`<li class="quiet">${say('sent.more', { count: hidden })}</li>`}
  </ul>`;
}
