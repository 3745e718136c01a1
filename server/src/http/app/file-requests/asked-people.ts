import { readReceivers } from '../../../domain/drafts/draft-input.ts';
import type { Suggestion, Suggestions } from '../../../domain/drafts/suggestions.ts';
import type { ContactGroups } from '../../../domain/contacts/groups.ts';
import type { Account } from '../../../domain/model/account.ts';

/** Whom a form names. */
export interface AskedPeople {
  /** With the members that groups have now, each once. */
  emails: string[];
  /** What is neither an address nor a group, as it was written. */
  unreadable: string[];
  /** Groups that have no members. */
  emptyGroups: string[];
  /** Those of the written ones that are contacts or groups. */
  known: Suggestion[];
}

interface Services {
  suggestions: Pick<Suggestions, 'listGroups' | 'describe'>;
  contactGroups: Pick<ContactGroups, 'membersNamed'>;
}

/** Reads what was typed or pasted as the people who are asked. */
export async function readAskedPeople(
  { suggestions, contactGroups }: Services,
  account: Account,
  text: string,
): Promise<AskedPeople> {
  const groups = text.trim() === '' ? [] : await suggestions.listGroups(account);
  const { receivers, unreadable } = readReceivers(text, groups);
  const emails = new Set<string>();
  const emptyGroups: string[] = [];
  for (const receiver of receivers) {
    if ('email' in receiver) emails.add(receiver.email);
    else {
      const members = await contactGroups.membersNamed(account, receiver.group);
      if (members.length === 0) emptyGroups.push(receiver.group);
      for (const { email } of members) emails.add(email);
    }
  }
  const known = receivers.length === 0 ? [] : await suggestions.describe(account, receivers);
  return { emails: [...emails], unreadable, emptyGroups, known };
}
