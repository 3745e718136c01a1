import type { ContactBook } from '../contacts/contact-book.ts';
import type { Account } from '../model/account.ts';
import { foldText, hasWords, wordsOf } from '../model/contact-book.ts';
import type { Repositories } from '../model/database.ts';
import type { DraftReceiver } from '../model/draft.ts';

/** Whom the account may mean: a person, or a group by its name. */
export interface Suggestion {
  /** What is added to the receivers: an address, or the name of a group. */
  receiver: string;
  /** The name of a person; empty where it is unknown, and for a group. */
  nick: string;
  /** How many members a group has; undefined for a person. */
  members?: number;
}

interface Dependencies {
  database: Pick<Repositories, 'contactGroups' | 'contacts' | 'pastReceivers'>;
  contactBook: Pick<ContactBook, 'search' | 'searchShared'>;
}

const maxSuggestions = 8;
/** So many at most, so that people are suggested beside them. */
const maxGroups = 3;

export type Suggestions = ReturnType<typeof createSuggestions>;

/** A group is found as a contact is: by its beginning, or by its words. */
const isFoundBy = (name: string, typed: string): boolean =>
  name.startsWith(typed) || hasWords(` ${wordsOf(name).join(' ')}`, typed);

/** Receivers that what a person has typed may mean: groups, contacts, and those of earlier drops. */
export function createSuggestions({ database, contactBook }: Dependencies) {
  return {
    async suggest(account: Account, typed: string): Promise<Suggestion[]> {
      const prefix = typed.trim();
      const folded = foldText(prefix);
      if (folded === '') return [];
      const groups = (await database.contactGroups.list(account.id))
        .filter(({ name, members }) => members > 0 && isFoundBy(foldText(name), folded))
        .slice(0, maxGroups);
      const people = [
        ...(await contactBook.search(account, prefix, maxSuggestions)),
        ...(await database.pastReceivers.search(account.id, prefix.toLowerCase(), maxSuggestions)),
        ...(await contactBook.searchShared(prefix, maxSuggestions)),
      ];
      const found = new Map<string, Suggestion>();
      for (const { name, members } of groups)
        found.set(name, { receiver: name, nick: '', members });
      for (const { email, nick } of people) {
        if (!found.has(email)) found.set(email, { receiver: email, nick });
      }
      return [...found.values()].slice(0, maxSuggestions);
    },

    /** Those among the receivers that are groups, or contacts with a name. */
    async describe(account: Account, receivers: readonly DraftReceiver[]): Promise<Suggestion[]> {
      const emails = receivers.flatMap((each) => ('email' in each ? [each.email] : []));
      const contacts =
        emails.length === 0 ? [] : await database.contacts.findMany(account.id, emails);
      const names = receivers.flatMap((each) => ('group' in each ? [each.group] : []));
      const groups = names.length === 0 ? [] : await database.contactGroups.list(account.id);
      return [
        ...contacts
          .filter(({ nick }) => nick !== '')
          .map(({ email, nick }) => ({ receiver: email, nick })),
        ...names.map((receiver) => {
          const members = groups.find(({ name }) => name === receiver)?.members ?? 0;
          return { receiver, nick: '', members };
        }),
      ];
    },

    /** The names of the account's groups. */
    async listGroups({ id }: Account): Promise<string[]> {
      return (await database.contactGroups.list(id)).map(({ name }) => name);
    },
  };
}
