import { countedBytes } from '../../domain/model/incoming-upload.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

export const draftFaults: readonly Fault[] = [
  {
    fault: 'forgets the group among the receivers',
    caughtBy: 'keeps a draft with all that was chosen, until it expires',
    breakRepositories: but('drafts', (drafts) => ({
      add: (draft) =>
        drafts.add({ ...draft, receivers: draft.receivers.filter((each) => 'email' in each) }),
    })),
  },
  {
    fault: 'keeps a discarded draft while a file is uploaded to it',
    caughtBy:
      'hides a discarded draft from all but those who ask for it, until it expires or is taken back',
    breakRepositories: but('drafts', (drafts) => ({
      async putOff(id, expiresAt) {
        const discarded = await drafts.findDiscarded(id, 0);
        if (discarded?.discardedAt === undefined) await drafts.putOff(id, expiresAt);
        else await drafts.discard(id, { discardedAt: discarded.discardedAt, expiresAt });
      },
    })),
  },
  {
    fault: 'forgets the chosen files of all drafts',
    caughtBy:
      'remembers the files that were chosen for a draft, each key once, until it is sent or removed',
    breakRepositories: but('drafts', () => ({ listChosen: () => Promise.resolve([]) })),
  },
  {
    fault: 'lists expired drafts only where they were not sent',
    caughtBy: 'lists expired drafts, sent or not, the oldest first, and removes one',
    breakRepositories: but('drafts', (drafts) => ({
      async listExpired(now, limit) {
        const expired = await drafts.listExpired(now, limit);
        const kept = [];
        for (const each of expired) {
          if ((await drafts.find(each.id, 0))?.dispatchId === undefined) kept.push(each);
        }
        return kept;
      },
    })),
  },
  {
    fault: 'finds a draft by its ticket after it was sent',
    caughtBy: 'finds a draft by its ticket until it is sent or expires',
    breakRepositories: but('drafts', () => ({ markSent: () => Promise.resolve() })),
  },
  {
    fault: 'lists drafts that were sent',
    caughtBy: 'lists the unsent drafts of one account, the last changed first, with their files',
    breakRepositories: but('drafts', (drafts) => ({
      add: (draft) => drafts.add({ ...draft, dispatchId: undefined }),
    })),
  },
  {
    fault: 'moves the expiry of a draft forward',
    caughtBy: 'changes what was chosen for one draft, and puts its expiry off, never forward',
    breakRepositories: but('drafts', (drafts) => ({
      async putOff(id, expiresAt) {
        const draft = await drafts.find(id, 0);
        if (draft !== undefined) await drafts.change(id, draft, { ...draft, expiresAt });
      },
    })),
  },
  {
    fault: 'counts the uploads of the draft that is left out',
    caughtBy:
      'keeps the uploads of a draft for as long as it lives, and counts those of other drafts',
    breakRepositories: but('uploads', (uploads) => ({
      async sumInDrafts(accountId, except) {
        const own = except === undefined ? [] : await uploads.listFor(except);
        const others = await uploads.sumInDrafts(accountId, except);
        return own.reduce((sum, upload) => sum + countedBytes(upload), others);
      },
    })),
  },
  {
    fault: 'keeps the first name of a past receiver',
    caughtBy: 'finds past receivers of one account by the start of their address',
    breakRepositories: but('pastReceivers', (past) => ({
      async note(accountId, receivers, at) {
        for (const receiver of receivers) {
          const [known] = await past.search(accountId, receiver.email, 1);
          await past.note(accountId, [known ?? receiver], at);
        }
      },
    })),
  },
  {
    fault: 'prefers a global contact to an own one',
    caughtBy: 'finds contacts by address, and global ones by the start of their address or name',
    breakRepositories: but('contacts', (contacts) => ({
      async findMany(accountId, emails) {
        const shared = await contacts.listGlobal();
        const found = await contacts.findMany(accountId, emails);
        return found.map((own) => shared.find(({ email }) => email === own.email) ?? own);
      },
    })),
  },
];
