import type { Problem } from '#protocol/errors.ts';
import type { ContactGroupRepository } from '../model/contact-book.ts';
import type { Contact, ContactRepository, Receiver } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { DraftReceiver } from '../model/draft.ts';
import type { AccountId } from '../model/ids.ts';
import { invalid } from '../model/valise-error.ts';

export interface ReceiverLookup {
  contacts: Pick<ContactRepository, 'findMany'>;
  contactGroups: Pick<ContactGroupRepository, 'findByName' | 'listMembers'>;
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
  chosen: readonly DraftReceiver[],
): Promise<Receiver[]> {
  const { receivers, problems } = await findReceivers(lookup, chosen);
  if (problems.length > 0) throw invalid(problems);
  return receivers;
}

/** How many people would get the drop, with the members of groups. */
export async function countReceivers(
  lookup: ReceiverLookup,
  chosen: readonly DraftReceiver[],
): Promise<number> {
  // A draft has each address once.
  if (chosen.every((receiver) => 'email' in receiver)) return chosen.length;
  return (await findReceivers(lookup, chosen)).receivers.length;
}

async function findReceivers(
  { contacts, contactGroups, accountId, contactsOnly }: ReceiverLookup,
  chosen: readonly DraftReceiver[],
): Promise<{ receivers: Receiver[]; problems: Problem[] }> {
  const emails = chosen.flatMap((receiver) => ('email' in receiver ? [receiver.email] : []));
  const groups = chosen.flatMap((receiver) => ('group' in receiver ? [receiver.group] : []));
  const known = new Map<string, Contact>();
  for (const contact of await contacts.findMany(accountId, emails))
    known.set(contact.email, contact);
  const members: Contact[] = [];
  const problems: Problem[] = [];
  for (const name of groups) {
    const group = await contactGroups.findByName(accountId, name);
    const found = group === undefined ? [] : await contactGroups.listMembers(accountId, group.id);
    if (found.length === 0) {
      problems.push({ field: 'receivers', problem: `the group "${name}" has no members.` });
    }
    members.push(...found);
  }
  if (contactsOnly) {
    for (const email of emails) {
      if (!known.has(email))
        problems.push({ field: 'receivers', problem: `${email} is not a contact.` });
    }
  }
  const receivers = new Map<string, Receiver>();
  for (const email of emails) receivers.set(email, known.get(email) ?? stranger(email));
  for (const member of members) receivers.set(member.email, member);
  return { receivers: [...receivers.values()], problems };
}

function stranger(email: string): Contact {
  const unset = { number: undefined, language: undefined, groups: undefined, nick: undefined };
  return complete({ email, ...unset });
}
