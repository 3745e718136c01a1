import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const linkFaults: readonly Fault[] = [
  {
    fault: 'follows the links of expired dispatches',
    caughtBy: 'follows a link to its receiver, dispatch and sender, while the dispatch lives',
    breakRepositories: but('dispatches', (dispatches) => ({
      findByLink: (hash) => dispatches.findByLink(hash, 0),
    })),
  },
  {
    fault: 'takes any account for the sender',
    caughtBy: 'follows a link to its receiver, dispatch and sender, while the dispatch lives',
    breakRepositories: (sound) => ({
      dispatches: {
        ...sound.dispatches,
        async findByLink(hash, now) {
          const found = await sound.dispatches.findByLink(hash, now);
          const [, sender] = await sound.accounts.list();
          return found && sender && { ...found, sender };
        },
      },
    }),
  },
  {
    fault: 'knows receivers only while their link lives',
    caughtBy: 'finds the dispatch of a receiver, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      async findByReceiver(id) {
        const found = await dispatches.findByReceiver(id);
        return found?.receiver.linkHash === undefined ? undefined : found;
      },
    })),
  },
  {
    fault: 'keeps a revoked drop in the inbox',
    caughtBy: 'makes one link dead, and takes the drop out of that inbox alone',
    breakRepositories: but('dispatches', (dispatches) => {
      const before = new Map<string, Awaited<ReturnType<typeof dispatches.listInbox>>>();
      return {
        async endLink(id, at) {
          const found = await dispatches.findByReceiver(id);
          const email = found?.receiver.email ?? '';
          before.set(email, await dispatches.listInbox(email, found?.dispatch.createdAt ?? 0));
          await dispatches.endLink(id, at);
        },
        listInbox: async (email, now) =>
          before.get(email) ?? (await dispatches.listInbox(email, now)),
      };
    }),
  },
  {
    fault: 'ends the dispatch with one link',
    caughtBy: 'makes one link dead, and takes the drop out of that inbox alone',
    breakRepositories: but('dispatches', (dispatches) => ({
      async endLink(id) {
        const found = await dispatches.findByReceiver(id);
        if (found) await dispatches.end(found.dispatch.id, 1);
      },
    })),
  },
  {
    fault: 'never replaces a link',
    caughtBy: 'replaces one link by another, also a dead one',
    breakRepositories: without('dispatches', 'setLink'),
  },
  {
    fault: 'extends nothing',
    caughtBy: 'gives one dispatch another end',
    breakRepositories: without('dispatches', 'extend'),
  },
  {
    fault: 'leaves the old time to live on an extended dispatch',
    caughtBy: 'gives one dispatch another end',
    breakRepositories: but('dispatches', (dispatches) => ({
      extend: (id, expiresAt) => dispatches.extend(id, expiresAt, '86400'),
    })),
  },
  {
    fault: 'takes every life for a short one',
    caughtBy:
      'finds the dispatches of short life that were made since, newest first, with their senders',
    breakRepositories: but('dispatches', (dispatches) => ({
      listBrief: (wanted) => dispatches.listBrief({ ...wanted, underMs: Number.MAX_SAFE_INTEGER }),
    })),
  },
  {
    fault: 'extends every dispatch',
    caughtBy: 'gives one dispatch another end',
    breakRepositories: but('dispatches', (dispatches) => ({
      async extend(_, expiresAt, ttl) {
        for (const { dispatch } of await dispatches.list({ limit: 100 })) {
          await dispatches.extend(dispatch.id, expiresAt, ttl);
        }
      },
    })),
  },
  {
    fault: 'forgets the files of an ended dispatch',
    caughtBy: 'shows a dispatch with everyone and everything in it, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      async find(id) {
        const found = await dispatches.find(id);
        return found?.endedAt === undefined ? found : { ...found, files: [] };
      },
    })),
  },
  {
    fault: 'lists the dispatches of everybody as those of one',
    caughtBy: 'lists dispatches newest first, of all accounts or of one',
    breakRepositories: but('dispatches', (dispatches) => ({
      list: ({ limit }) => dispatches.list({ limit }),
    })),
  },
  {
    fault: 'lists dispatches oldest first',
    caughtBy: 'lists dispatches newest first, of all accounts or of one',
    breakRepositories: but('dispatches', (dispatches) => ({
      list: async (filter) => (await dispatches.list(filter)).reverse(),
    })),
  },
  {
    fault: 'takes what is over for what ends soon',
    caughtBy: 'lists the live drops that end soon, the soonest first',
    breakRepositories: but('dispatches', (dispatches) => ({
      listEnding: (now, before) => dispatches.listEnding(now - 1, before),
    })),
  },
  {
    fault: 'tells in history what came back',
    caughtBy: 'shows what came back in the inbox, under the one who sent it, and not in history',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: (accountId) => dispatches.list({ accountId, limit: 100 }),
    })),
  },
  {
    fault: 'names the account as the sender of what came back',
    caughtBy: 'shows what came back in the inbox, under the one who sent it, and not in history',
    breakRepositories: but('dispatches', (dispatches) => ({
      listInbox: async (email, now) =>
        (await dispatches.listInbox(email, now)).map((entry) => ({ ...entry, senderEmail: email })),
    })),
  },
  {
    fault: 'forgets what came back once it has ended',
    caughtBy: 'lists what came back through one receiver of a grant, ended or not, newest first',
    breakRepositories: but('dispatches', (dispatches) => ({
      listReturns: async (id) =>
        (await dispatches.listReturns(id)).filter(({ endedAt }) => endedAt === undefined),
    })),
  },
  {
    fault: 'shows everyone with a link what came back through it',
    caughtBy: 'lists what one browser sent back through a link that several may have',
    breakRepositories: but('dispatches', (dispatches) => ({
      listReturns: (id) => dispatches.listReturns(id),
    })),
  },
  {
    fault: 'sums up the live part of what came back',
    caughtBy: 'sums up what came back through one receiver of a grant, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      async sumReturns(id) {
        const returns = await dispatches.listReturns(id);
        const live = returns.filter(({ endedAt }) => endedAt === undefined);
        const files = live.flatMap((sent) => sent.files);
        const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        return { returns: live.length, files: files.length, bytes };
      },
    })),
  },
  {
    fault: 'forgets the wrong codes of before',
    caughtBy: 'counts the wrong codes at one link',
    breakRepositories: but('dispatches', () => ({ countRefusedCode: () => Promise.resolve(1) })),
  },
];
