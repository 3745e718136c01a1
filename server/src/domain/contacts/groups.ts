import type { Account } from '../model/account.ts';
import type { Events } from '../model/event.ts';
import type { Clock } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import type { ContactGroup } from '../model/contact-book.ts';
import { foldText } from '../model/contact-book.ts';
import type { Repositories } from '../model/database.ts';
import type { ContactGroupId, Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { BookDatabase, BookRepositories } from './contact-book.ts';
import { changeOf } from './contact-book.ts';
import { isName } from './contact-fields.ts';

export const maxGroups = 1000;
export const maxMembers = 1000;

/** A group would have more members than `maxMembers`. */
export class TooManyMembers extends ValiseError {
  constructor() {
    super('too_large', `A group has at most ${maxMembers} members.`);
  }
}

interface Dependencies {
  database: BookDatabase;
  events: Events;
  clock: Pick<Clock, 'now'>;
  randomness: Randomness;
}

export type ContactGroups = ReturnType<typeof createContactGroups>;

/**
 * Groups of an account's contacts. A member is known by its address, and is an own contact or a shared one.
 * Groups have nothing to do with the `groups` of a contact, which are labels that clients of the API keep.
 */
export function createContactGroups({ database, events, clock, randomness }: Dependencies) {
  const change = changeOf({ database, events });

  return {
    /** By name, each with the number of its members. */
    async list({ id }: Account): Promise<(ContactGroup & { members: number })[]> {
      return await database.contactGroups.list(id);
    },

    async get(account: Account, id: string): Promise<ContactGroup> {
      return await getGroup(database.contactGroups, account, id);
    },

    /** Who is in the group now, by address. Throws `not_found`. */
    async membersOf(account: Account, id: string): Promise<Contact[]> {
      const group = await getGroup(database.contactGroups, account, id);
      return await database.contactGroups.listMembers(account.id, group.id);
    },

    /** The groups that a contact is in. */
    async groupsOf({ id }: Account, email: string): Promise<ContactGroup[]> {
      return await database.contactGroups.listOf(id, email);
    },

    /** Throws `invalid` with the field `name` when it is empty, too long or taken. */
    async add(
      actor: Actor,
      account: Account,
      typed: string,
      emails: readonly string[] = [],
    ): Promise<ContactGroup> {
      const group = { id: newId<ContactGroupId>(randomness), name: getName(typed) };
      const made = { ...group, createdAt: clock.now() };
      await change(actor, account, async (repositories) => {
        const { contactGroups } = repositories;
        await refuseTaken(contactGroups, account, made);
        if ((await contactGroups.list(account.id)).length >= maxGroups) {
          throw new ValiseError('too_large', `An account has at most ${maxGroups} groups.`);
        }
        await contactGroups.add(account.id, made);
        const members = await putIn(repositories, account, made.id, emails);
        return { action: 'contact_group.added', details: { members } };
      });
      return made;
    },

    /** `from` is the name that the caller saw: another one throws `state_conflict`. */
    async rename(
      actor: Actor,
      account: Account,
      id: string,
      { from, to }: { from: string; to: string },
    ): Promise<void> {
      const name = getName(to);
      await change(actor, account, async ({ contactGroups }) => {
        const group = await getGroup(contactGroups, account, id);
        if (group.name !== from) {
          throw new ValiseError('state_conflict', 'The group has changed since it was read.');
        }
        await refuseTaken(contactGroups, account, { id: group.id, name });
        await contactGroups.rename(group.id, name);
        return { action: 'contact_group.renamed' };
      });
    },

    /** Removes the group alone: its members stay contacts. */
    async remove(actor: Actor, account: Account, id: string): Promise<void> {
      await change(actor, account, async ({ contactGroups }) => {
        const group = await getGroup(contactGroups, account, id);
        await contactGroups.remove(group.id);
        return { action: 'contact_group.removed' };
      });
    },

    /** Throws `invalid` that names every address which is not a contact: then nobody is added. */
    async addMembers(
      actor: Actor,
      account: Account,
      id: string,
      emails: readonly string[],
    ): Promise<void> {
      await change(actor, account, async (repositories) => {
        const group = await getGroup(repositories.contactGroups, account, id);
        const members = await putIn(repositories, account, group.id, emails);
        return { action: 'contact_group.members_added', details: { members } };
      });
    },

    /** Who is no member already stays none. */
    async removeMember(actor: Actor, account: Account, id: string, email: string): Promise<void> {
      await change(actor, account, async ({ contactGroups }) => {
        const group = await getGroup(contactGroups, account, id);
        await contactGroups.removeMember(group.id, email);
        return { action: 'contact_group.member_removed' };
      });
    },
  };
}

async function getGroup(
  contactGroups: Repositories['contactGroups'],
  account: Account,
  id: string,
): Promise<ContactGroup> {
  const group = await contactGroups.find(account.id, id as ContactGroupId);
  if (group === undefined) throw new ValiseError('not_found', 'There is no such group.');
  return group;
}

async function refuseTaken(
  contactGroups: Repositories['contactGroups'],
  account: Account,
  { id, name }: Pick<ContactGroup, 'id' | 'name'>,
): Promise<void> {
  const other = await contactGroups.findByName(account.id, name);
  if (other === undefined || other.id === id) return;
  throw invalid([{ field: 'name', problem: `there is already a group ${name}.` }]);
}

async function putIn(
  { contactBook, contactGroups, contacts }: BookRepositories,
  account: Account,
  id: ContactGroupId,
  emails: readonly string[],
): Promise<number> {
  const wanted = [...new Set(emails)];
  const strangers: string[] = [];
  let shared: Set<string> | undefined;
  for (const email of wanted) {
    if ((await contactBook.find(account.id, email)) !== undefined) continue;
    shared ??= new Set((await contacts.listGlobal()).map((contact) => contact.email));
    if (!shared.has(email)) strangers.push(email);
  }
  if (strangers.length > 0) {
    throw invalid(
      strangers.map((email) => ({ field: 'email', problem: `${email} is not a contact.` })),
    );
  }
  await contactGroups.addMembers(account.id, id, wanted);
  if ((await contactGroups.listMembers(account.id, id)).length > maxMembers) {
    throw new TooManyMembers();
  }
  return wanted.length;
}

function getName(typed: string): string {
  const name = typed.trim().replace(/\s+/gu, ' ');
  if (foldText(name) !== '' && isName(name)) return name;
  throw invalid([{ field: 'name', problem: 'must be a text of 1 to 255 characters.' }]);
}
