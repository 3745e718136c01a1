import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../model/account.ts';
import type { AuditEvent } from '../model/audit.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Contact } from '../model/contact.ts';
import { isSameContact } from '../model/contact.ts';
import type { ContactCursor, Demand } from '../model/contact-book.ts';
import { foldText, hasWords, revisionOf, searchWordsOf, sortKeyOf } from '../model/contact-book.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { ContactFields } from './contact-fields.ts';
import { readContactFields } from './contact-fields.ts';

/** How many contacts one account may have of its own. */
export const maxOwnContacts = 100_000;

export type BookDatabase = DatabaseOf<
  'accounts' | 'contacts' | 'contactBook' | 'contactGroups' | 'idempotency' | EventRows
>;
export type BookRepositories = Pick<
  Repositories,
  'accounts' | 'contacts' | 'contactBook' | 'contactGroups' | 'idempotency' | EventRows
>;

interface Dependencies {
  database: BookDatabase;
  events: Events;
}

type Told = Pick<AuditEvent, 'action' | 'details'>;

export interface ContactPage {
  contacts: Contact[];
  /** Where the next page begins; undefined on the last one. */
  next: ContactCursor | undefined;
}

export type ContactBook = ReturnType<typeof createContactBook>;

/**
 * An account's own contacts, which people read and change one by one, and the shared ones, which they read.
 * A contact is known by its address. `revision` is `revisionOf` the contact as the caller saw it: a change of
 * another state throws `state_conflict`.
 */
export function createContactBook({ database, events }: Dependencies) {
  /** Lists and searches do not find contacts that an older version wrote: they are prepared once. */
  async function prepareBook({ id }: Account): Promise<void> {
    if (!(await database.contactBook.hasWithoutKeys(id))) return;
    await database.transact(async ({ accounts, contactBook }) => {
      await accounts.lock(id);
      await contactBook.addKeys(id);
    });
  }

  /** As `prepareBook`, of the shared contacts. */
  async function prepareShared(): Promise<void> {
    if (!(await database.contacts.hasGlobalWithoutKeys())) return;
    await database.transact(({ contacts }) => contacts.addGlobalKeys());
  }

  const change = changeOf({ database, events });

  async function page(
    account: Account,
    after: ContactCursor | undefined,
    limit: number,
  ): Promise<ContactPage> {
    await prepareBook(account);
    return cut(await database.contactBook.list(account.id, after, limit + 1), limit);
  }

  /** The own contacts whose number begins with the text, or which have words that begin with its words. */
  async function search(account: Account, text: string, limit: number): Promise<Contact[]> {
    const prefix = foldText(text);
    if (prefix === '') return [];
    await prepareBook(account);
    return await database.contactBook.search(account.id, prefix, limit);
  }

  return {
    async count({ id }: Account): Promise<number> {
      return await database.contactBook.count(id);
    },

    /** By name, and by address where there is none. */
    list: page,

    search,

    /** A part of what `search` finds, behind the first `seen` of it. */
    async searchPart(
      account: Account,
      text: string,
      { seen, limit }: { seen: number; limit: number },
    ): Promise<{ contacts: Contact[]; hasMore: boolean }> {
      const found = await search(account, text, seen + limit + 1);
      return { contacts: found.slice(seen, seen + limit), hasMore: found.length > seen + limit };
    },

    /** The shared contacts that a text finds, as `search` does. */
    async searchShared(text: string, limit: number): Promise<Contact[]> {
      await prepareShared();
      return await database.contacts.searchGlobal(text, limit);
    },

    async countShared(): Promise<number> {
      return await database.contacts.countGlobal();
    },

    /** The shared contacts, all of them or those that a text finds, as `list` and `search` do. */
    async listShared(
      text: string,
      after: ContactCursor | undefined,
      limit: number,
    ): Promise<ContactPage> {
      const prefix = foldText(text);
      const found = (await database.contacts.listGlobal())
        .filter((contact) => isFoundBy(contact, prefix))
        .map((contact) => ({ contact, key: cursorOf(contact) }))
        .filter(({ key }) => after === undefined || compare(key, after) > 0)
        .sort((a, b) => compare(a.key, b.key))
        .slice(0, limit + 1);
      return cut(
        found.map(({ contact }) => contact),
        limit,
      );
    },

    /** Every own contact, in pages, with a turn of the event loop between two of them. */
    async *readAll(account: Account): AsyncGenerator<Contact[]> {
      let after: ContactCursor | undefined;
      do {
        const { contacts, next } = await page(account, after, 1000);
        yield contacts;
        after = next;
        // Reading never yields to the event loop by itself.
        await nextTurn();
      } while (after !== undefined);
    },

    async get({ id }: Account, email: string): Promise<Contact> {
      const contact = await database.contactBook.find(id, email);
      if (contact === undefined) throw noContact();
      return contact;
    },

    /** The own contact of this address, or else the shared one. */
    async getAny(account: Account, email: string): Promise<Contact & { isShared: boolean }> {
      const own = await database.contactBook.find(account.id, email);
      if (own !== undefined) return { ...own, isShared: false };
      const [shared] = await database.contacts.findMany(account.id, [email]);
      if (shared === undefined) throw noContact();
      return { ...shared, isShared: true };
    },

    /** Throws `contact_exists` when the address is that of an own contact. */
    async add(actor: Actor, account: Account, typed: ContactFields): Promise<Contact> {
      const contact = { ...getFields(typed), groups: [] };
      await change(actor, account, async ({ contactBook }) => {
        await refuseTaken(contactBook, account, contact.email);
        return await addOne(contactBook, account, contact);
      });
      return contact;
    },

    /** Throws `not_found`, `state_conflict`, or `contact_exists` when the new address is taken. */
    async change(
      actor: Actor,
      account: Account,
      { email, revision }: { email: string; revision: string },
      typed: ContactFields,
    ): Promise<Contact> {
      const fields = getFields(typed);
      let changed: Contact = { ...fields, groups: [] };
      await change(actor, account, async (repositories) => {
        const before = await getUnchanged(repositories.contactBook, account, email, revision);
        changed = { ...before, ...fields };
        return await changeOne(repositories, account, before, changed);
      });
      return changed;
    },

    /**
     * Adds the contact of an address, or gives it these fields in place of its own. Throws `state_conflict` where it is
     * not as demanded, and `contact_exists` when a new address is taken. What is the same already is not written.
     */
    async put(
      actor: Actor,
      account: Account,
      email: string,
      typed: ContactFields,
      isDemanded: Demand,
    ): Promise<{ contact: Contact; isNew: boolean }> {
      const fields = getFields(typed);
      let done = { contact: { ...fields, groups: [] } as Contact, isNew: true };
      await change(actor, account, async (repositories) => {
        const { contactBook } = repositories;
        const before = await contactBook.find(account.id, email);
        refuseOther(before, isDemanded);
        const contact = { groups: [], ...before, ...fields };
        done = { contact, isNew: before === undefined };
        if (before === undefined) {
          if (fields.email !== email) throw noContact();
          return await addOne(contactBook, account, contact);
        }
        if (isSameContact(before, contact)) return undefined;
        return await changeOne(repositories, account, before, contact);
      });
      return done;
    },

    /** Removes the contact, also from its groups. What was sent to it stays. */
    async remove(
      actor: Actor,
      account: Account,
      { email, revision }: { email: string; revision: string | Demand },
    ): Promise<void> {
      await change(actor, account, async ({ contactBook, contactGroups }) => {
        await getUnchanged(contactBook, account, email, revision);
        await contactBook.remove(account.id, email);
        await contactGroups.leaveAll(account.id, email);
        return { action: 'contact.removed' };
      });
    },
  };
}

/**
 * Runs one change of an account's contacts under its lock, with its record, in one transaction. An act that finds
 * nothing to change has no record.
 */
export function changeOf({ database, events }: Dependencies) {
  return async (
    actor: Actor,
    account: Account,
    act: (repositories: BookRepositories) => Promise<Told | undefined>,
  ): Promise<void> => {
    await database.transact(async (repositories) => {
      await repositories.accounts.lock(account.id);
      const event = await act(repositories);
      if (event === undefined) return;
      await events.tell(repositories, actor, { ...event, account });
    });
  };
}

async function addOne(
  contactBook: Repositories['contactBook'],
  account: Account,
  contact: Contact,
): Promise<Told> {
  await refuseFullBook(contactBook, account, 1);
  await contactBook.addAll(account.id, [contact]);
  return { action: 'contact.added' };
}

async function changeOne(
  { contactBook, contactGroups }: BookRepositories,
  account: Account,
  { email }: Contact,
  changed: Contact,
): Promise<Told> {
  if (changed.email !== email) {
    await refuseTaken(contactBook, account, changed.email);
    await contactGroups.renameMember(account.id, email, changed.email);
  }
  await contactBook.change(account.id, email, changed);
  return { action: 'contact.changed' };
}

export async function refuseFullBook(
  contactBook: Repositories['contactBook'],
  { id }: Account,
  added: number,
): Promise<void> {
  if ((await contactBook.countAtMost(id)) + added <= maxOwnContacts) return;
  if ((await contactBook.count(id)) + added <= maxOwnContacts) return;
  throw new ValiseError('too_large', `An account has at most ${maxOwnContacts} contacts.`);
}

function getFields(typed: ContactFields): ContactFields {
  const { fields, faults } = readContactFields(typed);
  if (faults.length > 0) {
    throw invalid(faults.map((field) => ({ field, problem: 'is not valid.' })));
  }
  return fields;
}

async function getUnchanged(
  contactBook: Repositories['contactBook'],
  { id }: Account,
  email: string,
  demanded: string | Demand,
): Promise<Contact> {
  const contact = await contactBook.find(id, email);
  if (contact === undefined) throw noContact();
  refuseOther(contact, demanded);
  return contact;
}

function refuseOther(contact: Contact | undefined, demanded: string | Demand): void {
  const revision = contact && revisionOf(contact);
  if (typeof demanded === 'string' ? demanded === revision : demanded(revision)) return;
  throw new ValiseError('state_conflict', 'The contact has changed since it was read.');
}

async function refuseTaken(
  contactBook: Repositories['contactBook'],
  { id }: Account,
  email: string,
): Promise<void> {
  if ((await contactBook.find(id, email)) === undefined) return;
  throw new ValiseError('contact_exists', `${email} is already a contact.`);
}

function noContact(): ValiseError {
  return new ValiseError('not_found', 'There is no such contact.');
}

function cut(contacts: Contact[], limit: number): ContactPage {
  const shown = contacts.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = contacts.length > limit && last !== undefined;
  return { contacts: shown, next: hasMore ? cursorOf(last) : undefined };
}

function cursorOf(contact: Contact): ContactCursor {
  return { sortKey: sortKeyOf(contact), email: contact.email };
}

function compare(a: ContactCursor, b: ContactCursor): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1;
  if (a.email === b.email) return 0;
  return a.email < b.email ? -1 : 1;
}

function isFoundBy(contact: Contact, prefix: string): boolean {
  const digits = prefix.replace(/^\+|[ -]/g, '');
  return (
    prefix === '' ||
    [sortKeyOf(contact), contact.email].some((key) => key.startsWith(prefix)) ||
    hasWords(searchWordsOf(contact), prefix) ||
    (digits !== '' && contact.number.startsWith(digits))
  );
}
