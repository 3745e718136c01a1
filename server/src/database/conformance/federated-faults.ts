import type { Passkey } from '../../domain/model/passkey.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

export const federatedFaults: readonly Fault[] = [
  {
    fault: 'lists passkeys the wrong way round',
    caughtBy: 'gives passkeys back as they were added, the oldest of an account first',
    breakRepositories: but('passkeys', (passkeys) => ({
      listFor: async (accountId) => (await passkeys.listFor(accountId)).reverse(),
    })),
  },
  {
    fault: 'gives a passkey to who adds it again',
    caughtBy: 'keeps a passkey that is there, whoever adds it again',
    breakRepositories: but('passkeys', (passkeys) => ({
      async add(passkey) {
        const before = await passkeys.find(passkey.id);
        if (before !== undefined) await passkeys.remove(before.accountId, before.id);
        return await passkeys.add(passkey);
      },
    })),
  },
  {
    fault: 'takes a counter that stands still',
    caughtBy: 'notes the use of a passkey whose counter grew, or that does not count',
    breakRepositories: but('passkeys', (passkeys) => ({
      async use(id, counter, at) {
        return (await passkeys.use(id, counter, at)) || (await passkeys.find(id)) !== undefined;
      },
    })),
  },
  {
    fault: 'renames the passkeys of others',
    caughtBy: 'renames and removes a passkey of its own account only',
    breakRepositories: but('passkeys', (passkeys) => ({
      async rename(accountId, id, name) {
        const owner = (await passkeys.find(id))?.accountId ?? accountId;
        return await passkeys.rename(owner, id, name);
      },
    })),
  },
  {
    fault: 'does not find a passkey for another host name',
    caughtBy: 'tells whether there is a passkey for another host name',
    breakRepositories: but('passkeys', () => ({
      findOtherRpId: () => Promise.resolve(undefined),
    })),
  },
  {
    fault: 'tells identities apart by their subject alone',
    caughtBy: 'gives linked identities back as they were added, the oldest of an account first',
    breakRepositories: but('identities', (identities) => {
      const issuers = new Map<string, string>();
      return {
        async add(identity) {
          issuers.set(identity.subject, identity.issuer);
          return await identities.add(identity);
        },
        find: (issuer, subject) => identities.find(issuers.get(subject) ?? issuer, subject),
      };
    }),
  },
  {
    fault: 'unlinks the identities of others',
    caughtBy: 'keeps a linked identity that is there, and removes it for its own account only',
    breakRepositories: but('identities', (identities) => ({
      async remove(accountId, issuer, subject) {
        const owner = (await identities.find(issuer, subject))?.accountId ?? accountId;
        return await identities.remove(owner, issuer, subject);
      },
    })),
  },
  {
    fault: 'keeps a passkey whose account is gone',
    caughtBy: 'removes the passkeys and linked identities of a removed account, and no others',
    breakRepositories: but('passkeys', (passkeys) => {
      const added = new Map<string, Passkey>();
      return {
        async add(passkey) {
          added.set(passkey.id, passkey);
          return await passkeys.add(passkey);
        },
        find: async (id) => (await passkeys.find(id)) ?? added.get(id),
      };
    }),
  },
];
