import { idFor } from '../../testing/samples.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const accountFaults: readonly Fault[] = [
  {
    fault: 'lists invitations that have ended',
    caughtBy: 'lists open invitations in pages, the last first, with who invites',
    breakRepositories: but('administration', (administration) => ({
      listInvitations: (query) => administration.listInvitations({ ...query, now: 0 }),
    })),
  },
  {
    fault: 'counts days that nobody asked for',
    caughtBy: 'counts the newest dispatches and mails by their day',
    breakRepositories: but('administration', (administration) => ({
      countDays: () => administration.countDays(9),
    })),
  },
  {
    fault: 'takes the contacts of an account for those of all',
    caughtBy: 'tells whether an account can choose anybody: a contact of its own, or a global one',
    breakRepositories: (sound) => ({
      contacts: {
        ...sound.contacts,
        async hasAny() {
          const accounts = await sound.accounts.list();
          const found = await Promise.all(accounts.map(({ id }) => sound.contacts.hasAny(id)));
          return found.includes(true);
        },
      },
    }),
  },
  {
    fault: 'forgets whether an account is disabled',
    caughtBy: 'gives an account back as it was added, to its exact address',
    breakRepositories: but('accounts', (accounts) => ({
      add: (account) => accounts.add({ ...account, disabledAt: undefined }),
    })),
  },
  {
    fault: 'finds an address in upper case',
    caughtBy: 'gives an account back as it was added, to its exact address',
    breakRepositories: but('accounts', (accounts) => ({
      findByEmail: (email) => accounts.findByEmail(email.toLowerCase()),
    })),
  },
  {
    fault: 'lists accounts the wrong way round',
    caughtBy: 'lists accounts by e-mail address',
    breakRepositories: but('accounts', (accounts) => ({
      list: async () => (await accounts.list()).reverse(),
    })),
  },
  {
    fault: 'overwrites an account of the same address',
    caughtBy: 'refuses a second account of the same address',
    breakRepositories: but('accounts', (accounts) => ({
      async add(account) {
        const existing = await accounts.findByEmail(account.email);
        if (existing !== undefined) await accounts.remove(existing.id);
        await accounts.add(account);
      },
    })),
  },
  {
    fault: 'finds any account but the one asked for',
    caughtBy: 'finds an account by its id',
    breakRepositories: but('accounts', (accounts) => ({
      find: async (id) => (await accounts.list()).find((account) => account.id !== id),
    })),
  },
  {
    fault: 'locks any account but the one asked for',
    caughtBy: 'locks an account by its id',
    breakRepositories: but('accounts', (accounts) => ({
      lock: async (id) => (await accounts.list()).find((account) => account.id !== id),
    })),
  },
  {
    fault: 'takes a plain read outside a transaction for a lock',
    caughtBy: 'locks no account outside a transaction',
    breakRepositories: but('accounts', (accounts) => ({
      lock: async (id) => (await accounts.list()).find((account) => account.id === id),
    })),
  },
  {
    fault: 'disables everybody',
    caughtBy: 'disables and enables one account',
    breakRepositories: but('accounts', (accounts) => ({
      async setDisabled(_, at) {
        for (const { id } of await accounts.list()) await accounts.setDisabled(id, at);
      },
    })),
  },
  {
    fault: 'mistakes one notice for the other',
    caughtBy: 'sets which notices one account wants',
    breakRepositories: but('accounts', (accounts) => ({
      setNotices: (id, { receipts, reminders }) =>
        accounts.setNotices(id, { receipts: reminders, reminders: receipts }),
    })),
  },
  {
    fault: 'forgets in which unit an account counts',
    caughtBy: 'sets the unit in which one account counts',
    breakRepositories: without('accounts', 'setTtlUnit'),
  },
  {
    fault: 'forgets that a tray was listed',
    caughtBy: 'keeps the first mark of a listed tray',
    breakRepositories: without('accounts', 'markFilesListed'),
  },
  {
    fault: 'removes everybody',
    caughtBy: 'removes an account with its keys, tokens, contacts and claims, and no other',
    breakRepositories: but('accounts', (accounts) => ({
      async remove() {
        for (const { id } of await accounts.list()) await accounts.remove(id);
      },
    })),
  },
  {
    fault: 'takes every key for one that was never bound',
    caughtBy: 'binds every key as it is added, and leaves it so',
    breakRepositories: but('apiKeys', () => ({ hasUnbound: () => Promise.resolve(true) })),
  },
  {
    fault: 'gives every account the keys of all',
    caughtBy: 'gives API keys back as they were added, each to its account',
    breakRepositories: (sound) => ({
      apiKeys: {
        ...sound.apiKeys,
        async listFor() {
          const ids = (await sound.accounts.list()).map(({ id }) => id);
          return (await Promise.all(ids.map((id) => sound.apiKeys.listFor(id)))).flat();
        },
      },
    }),
  },
  {
    fault: 'gives out the tokens of the account alone',
    caughtBy: 'reads at once what authenticating a request needs',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      async readAccess(email, tokenHash) {
        const read = await apiKeys.readAccess(email, tokenHash);
        const isOwn = read.token?.accountId === read.account?.id;
        return isOwn ? read : { ...read, token: undefined };
      },
    })),
  },
  {
    fault: 'finds one key of a hash alone',
    caughtBy: 'finds the keys of a hash with their accounts, but none with a salt',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      findByHash: async (hash) => (await apiKeys.findByHash(hash)).slice(0, 1),
    })),
  },
  {
    fault: 'forgets where a key may be used',
    caughtBy: 'keeps what a key may do and where, however it is read',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      async findByHash(hash) {
        const found = await apiKeys.findByHash(hash);
        return found.map(({ account, key }) => ({ account, key: { ...key, networks: [] } }));
      },
    })),
  },
  {
    fault: 'takes a key that has ended for a living one',
    caughtBy: 'lists the living keys that work with an address alone',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      listBasicOnly: (_now, limit) => apiKeys.listBasicOnly(0, limit),
    })),
  },
  {
    fault: 'forgets the salt of a key',
    caughtBy: 'keeps the salt of a key, and knows whether any key has one',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      add: (key) => apiKeys.add({ ...key, salt: undefined }),
    })),
  },
  {
    fault: 'does not end the old keys',
    caughtBy: 'ends every key of an account, unless it ends before',
    breakRepositories: without('apiKeys', 'endAll'),
  },
  {
    fault: 'tells the owner of a key once for each process',
    caughtBy: 'lists keys that end soon until their owners were told, once early and once late',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      async noteTold(id, days) {
        await apiKeys.noteTold(id, days);
        return true;
      },
    })),
  },
  {
    fault: 'forgets the limit of mails of an account',
    caughtBy: 'gives one account a limit of mails of its own, and takes it back',
    breakRepositories: without('accounts', 'setMailsPerDay'),
  },
  {
    fault: 'ends a key of any account',
    caughtBy: 'ends one key of an account, once, and none of another',
    breakRepositories: (sound) => ({
      apiKeys: {
        ...sound.apiKeys,
        async end(_accountId, keyId, at) {
          const ids = (await sound.accounts.list()).map(({ id }) => id);
          const ends = await Promise.all(ids.map((id) => sound.apiKeys.end(id, keyId, at)));
          return ends.includes(true);
        },
      },
    }),
  },
  {
    fault: 'forgets the lifetime that an account starts with',
    caughtBy: 'keeps the lifetime that an account starts with',
    breakRepositories: without('accounts', 'setDefaultDays'),
  },
  {
    fault: 'forgets that keys were used',
    caughtBy: 'keeps the name and the latest use of a key',
    breakRepositories: without('apiKeys', 'noteUse'),
  },
  {
    fault: 'keeps a key for the instant at which it expires',
    caughtBy: 'deletes expired API keys, and says how many',
    breakRepositories: but('apiKeys', (apiKeys) => ({
      deleteExpired: (now) => apiKeys.deleteExpired(now - 1),
    })),
  },
  {
    fault: 'finds tokens that were never made',
    caughtBy: 'finds a token by its hash, with its account and expiry',
    breakRepositories: but('csrfTokens', (csrfTokens) => ({
      find: async (hash) =>
        (await csrfTokens.find(hash)) ?? { accountId: idFor('nobody'), expiresAt: 0 },
    })),
  },
  {
    fault: 'loses the new expiry of a token',
    caughtBy: 'puts off the expiry of one token, and never brings it forward',
    breakRepositories: without('csrfTokens', 'putOff'),
  },
  {
    fault: 'evicts the tokens furthest from their expiry',
    caughtBy: 'evicts the tokens of an account that are nearest their expiry',
    breakRepositories: but('csrfTokens', (csrfTokens) => {
      const mirrored = (expiresAt: number) => Number.MAX_SAFE_INTEGER - expiresAt;
      return {
        add: (token) => csrfTokens.add({ ...token, expiresAt: mirrored(token.expiresAt) }),
        putOff: (hash, expiresAt) => csrfTokens.putOff(hash, mirrored(expiresAt)),
        async find(hash) {
          const token = await csrfTokens.find(hash);
          return token && { ...token, expiresAt: mirrored(token.expiresAt) };
        },
      };
    }),
  },
  {
    fault: 'evicts one token too many',
    caughtBy: 'evicts the tokens of an account that are nearest their expiry',
    breakRepositories: but('csrfTokens', (csrfTokens) => ({
      evict: (accountId, keep) => csrfTokens.evict(accountId, Math.max(0, keep - 1)),
    })),
  },
  {
    fault: 'deletes no expired token',
    caughtBy: 'deletes expired tokens, and says how many',
    breakRepositories: but('csrfTokens', () => ({ deleteExpired: () => Promise.resolve(2) })),
  },
  {
    fault: 'forgets what a receiver was called',
    caughtBy: 'keeps what a receiver was called, before and after sending',
    breakRepositories: but('contacts', (contacts) => ({
      replaceReceivers: (id, receivers) =>
        contacts.replaceReceivers(
          id,
          receivers.map((receiver) => ({ ...receiver, name: '' })),
        ),
    })),
  },
  {
    fault: 'sorts the groups of a contact',
    caughtBy: 'keeps contacts as they were sent, in that order',
    breakRepositories: but('contacts', (contacts) => ({
      replaceLocal: (id, sent) =>
        contacts.replaceLocal(
          id,
          sent.map((contact) => ({ ...contact, groups: contact.groups.toSorted() })),
        ),
    })),
  },
  {
    fault: 'adds to a list instead of replacing it',
    caughtBy: 'replaces a list as a whole',
    breakRepositories: but('contacts', (contacts) => ({
      async replaceGlobal(sent) {
        const emails = new Set(sent.map(({ email }) => email));
        const left = (await contacts.listGlobal()).filter(({ email }) => !emails.has(email));
        await contacts.replaceGlobal([...left, ...sent]);
      },
    })),
  },
  {
    fault: 'takes the address book for the receivers',
    caughtBy: 'keeps the lists of accounts, and of one account, apart',
    breakRepositories: but('contacts', (contacts) => ({
      listReceivers: (id) => contacts.listLocal(id),
    })),
  },
  {
    fault: 'keeps a thousand contacts and no more',
    caughtBy: 'keeps thousands of contacts',
    breakRepositories: but('contacts', (contacts) => ({
      replaceLocal: (id, sent) => contacts.replaceLocal(id, sent.slice(0, 1000)),
    })),
  },
];
