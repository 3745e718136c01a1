import type { KeptFormId } from '../../domain/model/ids.ts';
import type { AccountLink } from '../../domain/model/person.ts';
import { noon } from '../../testing/fake-clock.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const personFaults: readonly Fault[] = [
  {
    fault: 'keeps a time zone for ever',
    caughtBy: 'keeps the name and the time zone of a person',
    breakRepositories: but('accounts', (accounts) => ({
      setLocale: (id, { language, timeZone = 'UTC' }) =>
        accounts.setLocale(id, { language, timeZone }),
    })),
  },
  {
    fault: 'forgets the name of a person',
    caughtBy: 'keeps the name and the time zone of a person',
    breakRepositories: without('accounts', 'setDisplayName'),
  },
  {
    fault: 'moves the last use of a session back',
    caughtBy: 'finds a session with its account, and knows when it was last used',
    breakRepositories: but('sessions', (sessions) => ({
      async find(id) {
        const found = await sessions.find(id);
        return found && { ...found, session: { ...found.session, lastUsedAt: noon + 2 } };
      },
    })),
  },
  {
    fault: 'removes sessions of other accounts',
    caughtBy: 'lists the sessions of an account, the newest first, and removes one or all but one',
    breakRepositories: but('sessions', (sessions) => ({
      async remove(_accountId, id) {
        const found = await sessions.find(id);
        return found === undefined ? false : await sessions.remove(found.account.id, id);
      },
    })),
  },
  {
    fault: 'keeps sessions that have expired',
    caughtBy: 'forgets sessions that have expired, and says how many',
    breakRepositories: but('sessions', () => ({ deleteExpired: () => Promise.resolve(1) })),
  },
  {
    fault: 'keeps the first password',
    caughtBy: 'keeps one password for an account, the last one',
    breakRepositories: but('passwords', (passwords) => ({
      async put(password) {
        if ((await passwords.find(password.accountId)) === undefined) await passwords.put(password);
      },
    })),
  },
  {
    fault: 'finds only accounts that have a password',
    caughtBy: 'finds an account by its address with its password, or without one',
    breakRepositories: but('passwords', (passwords) => ({
      async findByEmail(email) {
        const found = await passwords.findByEmail(email);
        return found?.phc === undefined ? undefined : found;
      },
    })),
  },
  {
    fault: 'forgets that a password was reset',
    caughtBy:
      'knows when a password was reset and since when browsers count, and moves neither back',
    breakRepositories: without('passwords', 'noteReset'),
  },
  {
    fault: 'counts browsers that were ended',
    caughtBy:
      'knows when a password was reset and since when browsers count, and moves neither back',
    breakRepositories: without('passwords', 'endBrowsers'),
  },
  {
    fault: 'gives the tries of known browsers to others',
    caughtBy: 'keeps tries of known browsers apart from those of others',
    breakRepositories: but('totp', (totp) => ({
      takeTry: (id, given) => totp.takeTry(id, { ...given, isKnown: false }),
    })),
  },
  {
    fault: 'mixes up invitations and resets',
    caughtBy: 'finds a link of an account by its hash and its mail, and the newest of each kind',
    breakRepositories: but('accountLinks', (links) => ({
      findNewest: (accountId) => links.findNewest(accountId, 'invitation'),
    })),
  },
  {
    fault: 'gives a link to everyone who takes it',
    caughtBy: 'gives a link of an account to one of those who take it',
    breakRepositories: but('accountLinks', (links) => ({
      take: async (id) => (await links.take(id)) || true,
    })),
  },
  {
    fault: 'removes the newest link of an account only',
    caughtBy: 'removes the links of an account, all or of one kind, and those that have expired',
    breakRepositories: but('accountLinks', (links) => ({
      async removeAll(accountId) {
        const newest = await links.findNewest(accountId, 'reset');
        if (newest !== undefined) await links.take(newest.id);
      },
    })),
  },
  {
    fault: 'never confirms an authenticator',
    caughtBy: 'keeps one authenticator of an account, and when it was confirmed',
    breakRepositories: without('totp', 'confirm'),
  },
  {
    fault: 'keeps secrets that nobody confirmed',
    caughtBy:
      'removes secrets of authenticators that nobody confirmed, an older one after its wait',
    breakRepositories: but('totp', () => ({ removeUnconfirmed: () => Promise.resolve(0) })),
  },
  {
    fault: 'accepts a time step twice',
    caughtBy: 'uses each time step of an authenticator once, and none before it',
    breakRepositories: but('totp', () => ({ useStep: () => Promise.resolve(true) })),
  },
  {
    fault: 'gives tries without end',
    caughtBy: 'gives out no more tries of an authenticator than there are in a period',
    breakRepositories: but('totp', (totp) => ({
      takeTry: async (id, given) => (await totp.takeTry(id, given)) || true,
    })),
  },
  {
    fault: 'lets a recovery code be used twice',
    caughtBy: 'keeps the recovery codes of an account, each for one use',
    breakRepositories: but('recoveryCodes', () => ({ take: () => Promise.resolve(true) })),
  },
  {
    fault: 'gives the form of an account to who asks with another id',
    caughtBy:
      'keeps the last form of an account, for its id and this account only, until it expires',
    breakRepositories: but('keptForms', (forms) => {
      let last: KeptFormId | undefined;
      return {
        async put(form) {
          last = form.id;
          await forms.put(form);
        },
        find: (accountId, id) => forms.find(accountId, last ?? id),
      };
    }),
  },
  {
    fault: 'keeps the links of a removed account',
    caughtBy: 'forgets all that a removed account signed in with',
    breakRepositories: but('accountLinks', (links) => {
      const added: AccountLink[] = [];
      return {
        async add(link) {
          added.push(link);
          await links.add(link);
        },
        find: (hash) => Promise.resolve(added.find((link) => link.hash.equals(hash))),
      };
    }),
  },
];
