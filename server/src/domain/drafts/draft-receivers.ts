import type { Problem } from '#protocol/errors.ts';
import type { ContactGroupRepository } from '../model/contact-book.ts';
import type { Contact, ContactRepository, Receiver } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { AccountId, ContactGroupId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import { invalid } from '../model/valise-error.ts';

/** Someone with fields that are not those of their contact, or a group by its name or its id. */
export type ChosenReceiver =
  | (Pick<Contact, 'email'> & Partial<Pick<Contact, 'nick' | 'number' | 'language'>>)
  | { group: string };

export interface ReceiverLookup {
  contacts: Pick<ContactRepository, 'findMany'>;
  contactGroups: Pick<ContactGroupRepository, 'find' | 'findByName' | 'listMembers'>;
  accountId: AccountId;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
}

/**
 * The receivers of a drop, each address once: what the address book knows of them, and the members that groups have
 * now. Throws `invalid` for a group without members, and for strangers where receivers must be contacts.
 */
export async function resolveReceivers(
  lookup: ReceiverLookup,
  chosen: readonly ChosenReceiver[],
): Promise<Receiver[]> {
  const { receivers, problems } = await findReceivers(lookup, chosen);
  if (problems.length > 0) throw invalid(problems);
  return receivers;
}

/** How many people would get the drop, with the members of groups. */
export async function countReceivers(
  lookup: ReceiverLookup,
  chosen: readonly ChosenReceiver[],
): Promise<number> {
  // A draft has each address once.
  if (chosen.every((receiver) => 'email' in receiver)) return chosen.length;
  return (await findReceivers(lookup, chosen)).receivers.length;
}

/** The first of them whom the draft names; undefined where it names nobody yet. */
export async function findFirstReceiver(
  lookup: ReceiverLookup,
  chosen: readonly ChosenReceiver[],
): Promise<Receiver | undefined> {
  return (await findReceivers(lookup, chosen)).receivers[0];
}

async function findReceivers(
  lookup: ReceiverLookup,
  chosen: readonly ChosenReceiver[],
): Promise<{ receivers: Receiver[]; problems: Problem[] }> {
  const { contacts, accountId, contactsOnly } = lookup;
  const emails = chosen.flatMap((receiver) => ('email' in receiver ? [receiver.email] : []));
  const known = new Map<string, Contact>();
  for (const contact of await contacts.findMany(accountId, emails))
    known.set(contact.email, contact);
  const members: Contact[] = [];
  const problems: Problem[] = [];
  const receivers = new Map<string, Receiver>();
  for (const [index, receiver] of chosen.entries()) {
    const pointer = `/receivers/${index}`;
    if ('group' in receiver) {
      const { found, problem } = await findMembers(lookup, receiver.group);
      members.push(...found);
      if (problem !== undefined) {
        problems.push({ field: 'receivers', problem, pointer: `${pointer}/group` });
      }
      continue;
    }
    const { email, nick, number, language } = receiver;
    if (contactsOnly && !known.has(email)) {
      const problem = `${email} is not a contact.`;
      problems.push({ field: 'receivers', problem, pointer: `${pointer}/email` });
    }
    const given = { email, nick, number, language, groups: undefined };
    receivers.set(email, complete(given, known.get(email)));
  }
  // Who was named goes before the members of groups, with the fields that were given.
  for (const member of members) {
    if (!receivers.has(member.email)) receivers.set(member.email, member);
  }
  return { receivers: [...receivers.values()], problems };
}

async function findMembers(
  { contactGroups, accountId }: ReceiverLookup,
  named: string,
): Promise<{ found: Contact[]; problem?: string }> {
  const byId = idPattern.test(named)
    ? await contactGroups.find(accountId, named as ContactGroupId)
    : undefined;
  const group = byId ?? (await contactGroups.findByName(accountId, named));
  const found = group === undefined ? [] : await contactGroups.listMembers(accountId, group.id);
  if (found.length > 0) return { found };
  return { found, problem: `names the group "${group?.name ?? named}", which has no members.` };
}
