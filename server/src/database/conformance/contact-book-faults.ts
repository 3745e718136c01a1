import { sortKeyOf } from '../../domain/model/contact-book.ts';
import type { Fault } from './fault.ts';
import { alice } from './database-case.ts';
import { but, without } from './fault.ts';

export const contactBookFaults: readonly Fault[] = [
  {
    fault: 'begins each page of contacts anew',
    caughtBy: 'pages the contacts of one account by name, then by address',
    breakRepositories: but('contactBook', (book) => ({
      list: (id, _after, limit) => book.list(id, undefined, limit),
    })),
  },
  {
    fault: 'adds contacts before all others',
    caughtBy: 'pages the contacts of one account by name, then by address',
    breakRepositories: (sound) => ({
      contactBook: {
        ...sound.contactBook,
        async addAll(id, added) {
          await sound.contacts.replaceLocal(id, [
            ...added,
            ...(await sound.contacts.listLocal(id)),
          ]);
        },
      },
    }),
  },
  {
    fault: 'searches the addresses alone',
    caughtBy: 'finds contacts by the beginning of a name, a last name, an address or a number',
    breakRepositories: but('contactBook', (book) => ({
      search: async (id, text, limit) =>
        (await book.search(id, text, limit)).filter(({ email }) => email.startsWith(text)),
    })),
  },
  {
    fault: 'compares the beginning of names alone',
    caughtBy: 'finds contacts by any word of name and address, after those that begin so',
    breakRepositories: but('contactBook', (book) => ({
      search: async (id, text, limit) =>
        (await book.search(id, text, limit)).filter((contact) =>
          sortKeyOf(contact).startsWith(text),
        ),
    })),
  },
  {
    fault: 'removes no contact',
    caughtBy: 'changes and removes one contact and leaves the others alone',
    breakRepositories: without('contactBook', 'remove'),
  },
  {
    fault: 'keeps an import for ever',
    caughtBy: 'keeps one import for each account until it expires',
    breakRepositories: but('contactBook', (book) => ({
      findImport: (id) => book.findImport(id, 0),
    })),
  },
  {
    fault: 'finds a group only by its exact name',
    caughtBy: 'keeps groups of an account by name, and finds a name in any case',
    breakRepositories: but('contactGroups', (groups) => ({
      findByName: async (id, name) => (await groups.list(id)).find((each) => each.name === name),
    })),
  },
  {
    fault: 'prefers shared contacts as members',
    caughtBy: 'keeps members by address: own contacts first, shared ones too, and nobody else',
    breakRepositories: (sound) => ({
      contactGroups: {
        ...sound.contactGroups,
        async listMembers(id, group) {
          const shared = await sound.contacts.listGlobal();
          const members = await sound.contactGroups.listMembers(id, group);
          return members.map(
            (member) => shared.find(({ email }) => email === member.email) ?? member,
          );
        },
      },
    }),
  },
  {
    fault: 'prunes nobody',
    caughtBy: 'lets members move, leave one group, leave all, and be pruned',
    breakRepositories: without('contactGroups', 'prune'),
  },
  {
    fault: 'leaves the old address in groups',
    caughtBy: 'lets members move, leave one group, leave all, and be pruned',
    breakRepositories: but('contactGroups', (groups) => ({
      async renameMember(id, email, next) {
        for (const { id: group } of await groups.listOf(id, email)) {
          await groups.addMembers(id, group, [next]);
        }
      },
    })),
  },
  {
    fault: 'takes only those out of a group who are contacts',
    caughtBy: 'lets members move, leave one group, leave all, and be pruned',
    breakRepositories: but('contactGroups', (groups) => ({
      async removeMembers(id) {
        for (const { email } of await groups.listMembers(alice.id, id)) {
          await groups.removeMember(id, email);
        }
      },
    })),
  },
  {
    fault: 'counts fewer contacts than there are',
    caughtBy: 'changes and removes one contact and leaves the others alone',
    breakRepositories: but('contactBook', (book) => ({
      countAtMost: async (id) => (await book.count(id)) - 1,
    })),
  },
];
