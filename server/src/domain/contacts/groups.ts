import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { ContactGroup, Demand } from '../model/contact-book.ts';
import { foldText, groupRevisionOf } from '../model/contact-book.ts';
import type { Repositories } from '../model/database.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { ContactGroupId, DispatchId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { ValiseError, invalid, nothingHere } from '../model/valise-error.ts';
import type { BookDatabase, BookRepositories } from './contact-book.ts';
import { changeOf, maxOwnContacts } from './contact-book.ts';
import { isName } from './contact-fields.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

export const maxGroups = 1000;
export const maxMembers = 1000;

/** A group would have more members than `maxMembers`. */
export class TooManyMembers extends ValiseError {
  constructor() {
    super('too_large', `A group has at most ${maxMembers} members.`);
  }
}

/** Addresses that were to be members are no contacts. */
export class NotContacts extends ValiseError {
  readonly emails: readonly string[];

  constructor(emails: readonly string[]) {
    const details = emails.map((email) => ({ field: 'email', problem: strangerProblem(email) }));
    super('invalid', `email: ${strangerProblem(emails[0] ?? '')}`, { details });
    this.emails = emails;
  }
}

export function strangerProblem(email: string): string {
  return `${email} is not a contact.`;
}

interface Dependencies extends Pick<ServiceParts, 'events' | 'randomness'> {
  database: BookDatabase & Pick<Repositories, 'dispatches'>;
  clock: Pick<Clock, 'now'>;
}

export type ContactGroups = ReturnType<typeof createContactGroups>;

/**
 * Groups of an account's contacts. A member is known by its address, and is an own contact or a shared one.
 * Groups have nothing to do with the `groups` of a contact, which are labels that clients of the API keep.
 */
export function createContactGroups({ database, events, clock, randomness }: Dependencies) {
  const change = changeOf({ database, events });

  /** To whom a drop of the account went, and who can be contacts. Throws `not_found` for one of another account. */
  async function receiversOf({ id: accountId }: Account, dropId: string): Promise<Receiver[]> {
    const found = idPattern.test(dropId)
      ? await database.dispatches.find(dropId as DispatchId)
      : undefined;
    const { dispatch, receivers = [] } = found ?? {};
    if (dispatch?.accountId !== accountId || dispatch.kind !== 'drop') throw nothingHere();
    return receivers.filter((each) => !isBareLink(each) && !isErased(each));
  }

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

    /** Who is in the group of this name now, by address; nobody where there is none. */
    async membersNamed({ id }: Account, name: string): Promise<Contact[]> {
      const group = await database.contactGroups.findByName(id, name);
      return group === undefined ? [] : await database.contactGroups.listMembers(id, group.id);
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
      claim?: RepeatClaim,
    ): Promise<ContactGroup> {
      const group = { id: newId<ContactGroupId>(randomness), name: getName(typed) };
      const made = { ...group, createdAt: clock.now() };
      await change(actor, account, async (repositories) => {
        const { contactGroups } = repositories;
        await refuseTaken(contactGroups, account, made);
        await refuseTooManyGroups(contactGroups, account);
        await contactGroups.add(account.id, made);
        const members = await putIn(repositories, account, made.id, emails);
        await settle(repositories, claim, { group: made.id }, clock.now());
        return { action: 'contact_group.added', details: { members } };
      });
      return made;
    },

    receiversOf,

    /**
     * Makes a group of the receivers of a drop. Those who are no contacts become some. Throws what `add` throws, and
     * `not_found` as `receiversOf`.
     */
    async addOf(
      actor: Actor,
      account: Account,
      typed: string,
      dropId: string,
    ): Promise<ContactGroup> {
      const receivers = await receiversOf(account, dropId);
      const group = { id: newId<ContactGroupId>(randomness), name: getName(typed) };
      const made = { ...group, createdAt: clock.now() };
      await change(actor, account, async (repositories) => {
        const { contactGroups, contactBook, contacts } = repositories;
        await refuseTaken(contactGroups, account, made);
        await refuseTooManyGroups(contactGroups, account);
        const emails = receivers.map(({ email }) => email);
        const known = await contacts.findMany(account.id, emails);
        const knownEmails = new Set(known.map(({ email }) => email));
        const strangers = receivers
          .filter(({ email }) => !knownEmails.has(email))
          .map(({ email, nick, number, language, groups }) => ({
            ...{ email, nick, number, language, groups },
          }));
        if ((await contactBook.count(account.id)) + strangers.length > maxOwnContacts) {
          throw new ValiseError('too_large', `An account has at most ${maxOwnContacts} contacts.`);
        }
        await contactBook.addAll(account.id, strangers);
        await contactGroups.add(account.id, made);
        const members = await putIn(repositories, account, made.id, emails);
        return { action: 'contact_group.added', details: { members, contacts: strangers.length } };
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
        refuseOther(group.name, (name) => name === from);
        await refuseTaken(contactGroups, account, { id: group.id, name });
        await contactGroups.rename(group.id, name);
        return { action: 'contact_group.renamed' };
      });
    },

    /**
     * Gives a group this name and these members in place of its own. Throws what `add` throws, and `state_conflict`
     * where it is not as demanded. What is the same already is not written.
     */
    async replace(
      actor: Actor,
      account: Account,
      id: string,
      { name: typed, emails }: { name: string; emails: readonly string[] },
      isDemanded: Demand,
    ): Promise<void> {
      const name = getName(typed);
      await change(actor, account, async (repositories) => {
        const { contactGroups } = repositories;
        const group = await getGroup(contactGroups, account, id);
        const before = await contactGroups.listMembers(account.id, group.id);
        const revision = groupRevisionOf(group, before);
        refuseOther(revision, isDemanded);
        const after = [...new Set(emails)].sort().map((email) => ({ email }));
        if (groupRevisionOf({ name }, after) === revision) return undefined;
        await refuseTaken(contactGroups, account, { id: group.id, name });
        await contactGroups.rename(group.id, name);
        await contactGroups.removeMembers(group.id);
        const members = await putIn(repositories, account, group.id, emails);
        return {
          action: 'contact_group.replaced',
          details: { before: before.length, after: members },
        };
      });
    },

    /** Removes the group alone: its members stay contacts. Throws `state_conflict` where it is not as demanded. */
    async remove(actor: Actor, account: Account, id: string, isDemanded?: Demand): Promise<void> {
      await change(actor, account, async ({ contactGroups }) => {
        const group = await getGroup(contactGroups, account, id);
        if (isDemanded !== undefined) {
          const members = await contactGroups.listMembers(account.id, group.id);
          refuseOther(groupRevisionOf(group, members), isDemanded);
        }
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

function refuseOther(found: string, isDemanded: Demand): void {
  if (isDemanded(found)) return;
  throw new ValiseError('state_conflict', 'The group has changed since it was read.');
}

async function refuseTaken(
  contactGroups: Repositories['contactGroups'],
  account: Account,
  { id, name }: Pick<ContactGroup, 'id' | 'name'>,
): Promise<void> {
  const other = await contactGroups.findByName(account.id, name);
  if (other === undefined || other.id === id) return;
  throw invalid([{ field: 'name', problem: `is that of another group, ${name}.` }]);
}

async function refuseTooManyGroups(
  contactGroups: Repositories['contactGroups'],
  account: Account,
): Promise<void> {
  if ((await contactGroups.list(account.id)).length < maxGroups) return;
  throw new ValiseError('too_large', `An account has at most ${maxGroups} groups.`);
}

/** The name of somebody who was erased is no address. */
function isErased({ email }: Pick<Receiver, 'email'>): boolean {
  return email.endsWith('@erased.invalid');
}

async function putIn(
  { contactGroups, contacts }: BookRepositories,
  account: Account,
  id: ContactGroupId,
  emails: readonly string[],
): Promise<number> {
  const wanted = [...new Set(emails)];
  const known = new Set<string>();
  for (const { email } of await contacts.findMany(account.id, wanted)) known.add(email);
  const strangers = wanted.filter((email) => !known.has(email));
  if (strangers.length > 0) throw new NotContacts(strangers);
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
