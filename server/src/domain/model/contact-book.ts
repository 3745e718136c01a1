import { createHash } from 'node:crypto';
import type { Instant } from './clock.ts';
import type { Contact } from './contact.ts';
import type { AccountId, ContactGroupId, ContactImportId } from './ids.ts';

/** Where a page of contacts begins: after the contact with this sort key and address. */
export interface ContactCursor {
  sortKey: string;
  email: string;
}

/**
 * An account's own contacts, one by one. A contact is known by its address. Callers that change one must
 * have locked the account.
 */
export interface ContactBookRepository {
  count(accountId: AccountId): Promise<number>;
  /** As many as there are, or more: it costs the same however many there are. */
  countAtMost(accountId: AccountId): Promise<number>;
  find(accountId: AccountId, email: string): Promise<Contact | undefined>;
  /** In the order of `sortKeyOf` and address, from after the cursor on. */
  list(accountId: AccountId, after: ContactCursor | undefined, limit: number): Promise<Contact[]>;
  /**
   * Those whose name, last name, address or number begins with the text, which is folded and not empty; then
   * those of whose name and address each word of the text begins a word; both in the same order. A number is
   * found with a leading `+`, blanks and dashes as well.
   */
  search(accountId: AccountId, prefix: string, limit: number): Promise<Contact[]>;
  /** Adds contacts whose addresses are new, after all others. */
  addAll(accountId: AccountId, contacts: readonly Contact[]): Promise<void>;
  /** Changes contacts in place; their addresses stay. */
  changeAll(accountId: AccountId, contacts: readonly Contact[]): Promise<void>;
  /** Gives the contact of this address other fields, and another address, which must be free. */
  change(accountId: AccountId, email: string, contact: Contact): Promise<void>;
  remove(accountId: AccountId, email: string): Promise<void>;
  /** Whether there are contacts that an older version wrote, which lists and searches do not find yet. */
  hasWithoutKeys(accountId: AccountId): Promise<boolean>;
  addKeys(accountId: AccountId): Promise<void>;

  /** Replaces the import that the account has not confirmed. */
  saveImport(accountId: AccountId, kept: KeptImport): Promise<void>;
  findImport(accountId: AccountId, now: Instant): Promise<KeptImport | undefined>;
  removeImport(accountId: AccountId): Promise<void>;
  deleteExpiredImports(now: Instant): Promise<number>;
}

/** What was uploaded to be imported, and waits to be confirmed. */
export interface KeptImport {
  id: ContactImportId;
  content: string;
  expiresAt: Instant;
}

export interface ContactGroup {
  id: ContactGroupId;
  name: string;
  createdAt: Instant;
}

/** Groups of an account. Members are contacts of the account or shared ones, known by their address. */
export interface ContactGroupRepository {
  /** By name, with the number of members that are contacts now. */
  list(accountId: AccountId): Promise<(ContactGroup & { members: number })[]>;
  find(accountId: AccountId, id: ContactGroupId): Promise<ContactGroup | undefined>;
  /** The one whose folded name is the same. */
  findByName(accountId: AccountId, name: string): Promise<ContactGroup | undefined>;
  add(accountId: AccountId, group: ContactGroup): Promise<void>;
  rename(id: ContactGroupId, name: string): Promise<void>;
  remove(id: ContactGroupId): Promise<void>;
  /** By address. The account's own contact goes before a shared one; who is neither is left out. */
  listMembers(accountId: AccountId, id: ContactGroupId): Promise<Contact[]>;
  /** The groups that this address is a member of, by name. */
  listOf(accountId: AccountId, email: string): Promise<ContactGroup[]>;
  /** Those who are members already stay so. */
  addMembers(accountId: AccountId, id: ContactGroupId, emails: readonly string[]): Promise<void>;
  removeMember(id: ContactGroupId, email: string): Promise<void>;
  /** Takes everyone out of a group, also those who are no contacts any more. */
  removeMembers(id: ContactGroupId): Promise<void>;
  /** Puts another address in the place of one, in all groups of the account. */
  renameMember(accountId: AccountId, email: string, next: string): Promise<void>;
  /** Takes an address out of all groups of the account. */
  leaveAll(accountId: AccountId, email: string): Promise<void>;
  /** Takes those out of all groups who are neither the account's contacts nor shared ones. */
  prune(accountId: AccountId): Promise<void>;
}

/** A text without case and accents, to sort and to search by. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** By name; a contact without one by address. Never empty. */
export function sortKeyOf({ nick, email }: Pick<Contact, 'nick' | 'email'>): string {
  const name = foldText(nick);
  return name === '' ? email : name;
}

/** The last word of a name of several words; otherwise empty. */
export function lastKeyOf({ nick }: Pick<Contact, 'nick'>): string {
  const [, last = ''] = / (\S+)$/u.exec(foldText(nick)) ?? [];
  return last;
}

/** The words of a folded text, without what is between them. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The words of a contact's name and address, each after a blank. The last label of a domain tells nobody apart. */
export function searchWordsOf({ nick, email }: Pick<Contact, 'nick' | 'email'>): string {
  const address = email.slice(0, Math.max(email.lastIndexOf('.'), email.indexOf('@')));
  return [...new Set(wordsOf(foldText(`${nick} ${address}`)))].map((word) => ` ${word}`).join('');
}

/** Whether each word of a folded text begins one of the words, which are as `searchWordsOf` writes them. */
export function hasWords(words: string, text: string): boolean {
  const wanted = wordsOf(text);
  return wanted.length > 0 && wanted.every((word) => words.includes(` ${word}`));
}

/**
 * What whoever changes a contact or group demands of it: told its revision, or undefined where there is none, it says
 * whether the change may be made.
 */
export type Demand = (revision: string | undefined) => boolean;

/** Differs when any field does: who changes a contact says which state of it they saw. */
export function revisionOf({ email, number, language, groups, nick }: Contact): string {
  return digestOf([email, number, language, groups, nick]);
}

/** As `revisionOf` a contact, of a group with its members. */
export function groupRevisionOf(
  { name }: Pick<ContactGroup, 'name'>,
  members: readonly Pick<Contact, 'email'>[],
): string {
  return digestOf([name, members.map(({ email }) => email)]);
}

function digestOf(fields: unknown): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
}
