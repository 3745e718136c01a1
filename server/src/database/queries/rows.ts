import type { Selectable } from 'kysely';
import type { Scope } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import type { Account, ApiKey, Role } from '../../domain/model/account.ts';
import type { TtlUnit } from '../../domain/model/clock.ts';
import { lastKeyOf, searchWordsOf, sortKeyOf, wordsOf } from '../../domain/model/contact-book.ts';
import type { Contact, Receiver } from '../../domain/model/contact.ts';
import type { Span } from '../../domain/model/download.ts';
import type { FilePlace } from '../../domain/model/file.ts';
import type { AccountId, ApiKeyId } from '../../domain/model/ids.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import type { BoundRows } from './bound-rows.ts';
import type { ContactColumns, ReceiverColumns } from './contact-tables.ts';
import type { Schema } from './schema.ts';

/** The same bytes as a Buffer, without copying them: drivers return either kind. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The first text in the order of bytes that does not begin with the prefix and follows those that do. */
export function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

export function accountOf(row: Omit<Selectable<Schema['accounts']>, 'mac'>): Account {
  return {
    id: row.id as AccountId,
    email: row.email,
    number: row.number,
    language: row.language,
    role: row.role as Role,
    visibility: {
      number: row.show_number === 1,
      email: row.show_email === 1,
      language: row.show_language === 1,
      nick: row.show_nick === 1,
    },
    notices: { receipts: row.receipts === 1, reminders: row.reminders === 1 },
    secondFactor: row.second_factor as SecondFactorMode,
    ttlUnit: (row.desttime_unit ?? undefined) as TtlUnit | undefined,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
    filesListedAt: row.files_listed_at ?? undefined,
    quotaBytes: row.quota_bytes ?? undefined,
    mailsPerDay: row.mails_per_day ?? undefined,
    displayName: row.display_name,
    timeZone: row.time_zone ?? undefined,
    defaultDays: row.default_days ?? undefined,
  };
}

export function apiKeyOf(row: Selectable<Schema['api_keys']>, bound: BoundRows): ApiKey {
  return {
    id: row.id as ApiKeyId,
    accountId: row.account_id as AccountId,
    hash: bufferOf(row.hash),
    salt: row.salt === null ? undefined : bufferOf(row.salt),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    ...(bound.mayReplaceContacts(row) && { replacesContacts: true }),
    ...(row.scopes !== null && { scopes: scopesIn(row.scopes) }),
    ...(row.networks !== null && { networks: wordsIn(row.networks) }),
  };
}

/** A scope of a later version gives nothing here. */
function scopesIn(words: string): Scope[] {
  return wordsIn(words).filter((word): word is Scope => scopes.some((scope) => scope === word));
}

function wordsIn(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export const contactColumns = ['email', 'number', 'language', 'groups', 'nick'] as const;

export const contactKeyColumns = ['sort_key', 'last_key', 'search_words'] as const;

export function keysOf(contact: Contact): Record<(typeof contactKeyColumns)[number], string> {
  return {
    sort_key: sortKeyOf(contact),
    last_key: lastKeyOf(contact),
    search_words: searchWordsOf(contact),
  };
}

/** How many words of a text a search compares. */
const comparedWords = 4;

/** For `like`: each of the first words of a text begins a word of the row. Undefined for a text without words. */
export function wordPatternsOf(text: string): WordPatterns | undefined {
  const words = wordsOf(text).slice(0, comparedWords);
  if (words.length === 0) return undefined;
  const [first = '%', second = '%', third = '%', fourth = '%'] = words.map((word) => `% ${word}%`);
  return { first, second, third, fourth };
}

export type WordPatterns = Record<'first' | 'second' | 'third' | 'fourth', string>;

export const receiverColumns = [...contactColumns, 'name'] as const;

export function columnsOf({ email, number, language, groups, nick }: Contact): ContactColumns {
  return { email, number, language, groups: JSON.stringify(groups), nick };
}

export function contactOf(row: ContactColumns): Contact {
  return {
    email: row.email,
    number: row.number,
    language: row.language,
    groups: JSON.parse(row.groups) as string[],
    nick: row.nick,
  };
}

export function receiverColumnsOf(receiver: Receiver): ReceiverColumns {
  return { ...columnsOf(receiver), name: receiver.name ?? '' };
}

export function receiverOf(row: ReceiverColumns): Receiver {
  return { ...contactOf(row), ...(row.name === '' ? {} : { name: row.name }) };
}

/** What a file is called, and where. */
export function filePlaceOf(
  row: Pick<Selectable<Schema['files']>, 'name' | 'folder' | 'name_in_folder'>,
): FilePlace {
  const { name, folder, name_in_folder: nameInFolder } = row;
  return { name, folder, ...(nameInFolder === null ? {} : { nameInFolder }) };
}

/** Spans as they are stored. */
export function spansText(spans: readonly Span[]): string {
  return JSON.stringify(spans.map(({ start, end }) => [start, end]));
}

export function spansIn(text: string): Span[] {
  return (JSON.parse(text) as [number, number][]).map(([start, end]) => ({ start, end }));
}
