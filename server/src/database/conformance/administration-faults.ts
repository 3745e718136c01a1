import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

const accountList = 'lists accounts by address in pages, by how it begins, by role and by state';
const dispatchList = 'lists the dispatches of everybody or of one account in pages, by state';
const mailList = 'lists mails in pages, all or those of one state, and counts the failed';
const sums = 'adds up the readable files of accounts and of buckets';
const reopening = 'makes failed mails due again, one or the oldest of all, and codes never';

export const administrationFaults: readonly Fault[] = [
  {
    fault: 'leaves files where their end was',
    caughtBy: 'adds up the files of live dispatches whose end was changed, by bucket and end',
    breakRepositories: but('administration', () => ({ sumMoved: () => Promise.resolve([]) })),
  },
  {
    fault: 'takes no account of files that have not arrived whole',
    caughtBy: 'adds up what has arrived of files that were not sent',
    breakRepositories: but('administration', () => ({
      sumUploads: () => Promise.resolve({ files: 0, bytes: 0 }),
    })),
  },
  {
    fault: 'repeats the last account of a page on the next one',
    caughtBy: accountList,
    breakRepositories: but('administration', (administration) => ({
      listAccounts: async ({ after, ...query }) =>
        (await administration.listAccounts(query)).filter(
          ({ email }) => after === undefined || email >= after,
        ),
    })),
  },
  {
    fault: 'lists disabled accounts among the active ones',
    caughtBy: accountList,
    breakRepositories: but('administration', (administration) => ({
      listAccounts: (query) =>
        administration.listAccounts({
          ...query,
          state: query.state === 'active' ? undefined : query.state,
        }),
    })),
  },
  {
    fault: 'forgets quotas',
    caughtBy: 'keeps the quota of an account, and adds up those of the enabled ones',
    breakRepositories: without('accounts', 'setQuota'),
  },
  {
    fault: 'adds up the files of other accounts too',
    caughtBy: sums,
    breakRepositories: but('administration', (administration) => ({
      async sumStored(ids, atMost) {
        const found = await administration.sumStored(ids, atMost);
        const all = [...found.values()].reduce(
          (sum, { files, bytes }) => ({ files: sum.files + files, bytes: sum.bytes + bytes }),
          { files: 0, bytes: 0 },
        );
        return new Map([...found.keys()].map((id) => [id, all]));
      },
    })),
  },
  {
    fault: 'adds up more files than it was asked to',
    caughtBy: sums,
    breakRepositories: but('administration', (administration) => ({
      sumStored: (ids) => administration.sumStored(ids, 1000),
    })),
  },
  {
    fault: 'takes an authenticator app for a second factor before its first code',
    caughtBy: 'knows when accounts were last seen, and which have a second factor',
    breakRepositories: but('administration', () => ({
      findSecondFactors: (ids) => Promise.resolve(new Set(ids)),
    })),
  },
  {
    fault: 'takes who was invited for somebody who has joined',
    caughtBy: 'knows when accounts were last seen, and which have a second factor',
    breakRepositories: but('administration', () => ({
      findJoined: (ids) => Promise.resolve(new Set(ids)),
    })),
  },
  {
    fault: 'lists dispatches that have expired among the live ones',
    caughtBy: dispatchList,
    breakRepositories: but('administration', (administration) => ({
      listDispatches: (query) => administration.listDispatches({ ...query, now: 0 }),
    })),
  },
  {
    fault: 'lists the dispatches of everybody where one account was asked for',
    caughtBy: dispatchList,
    breakRepositories: but('administration', (administration) => ({
      listDispatches: (query) => administration.listDispatches({ ...query, accountId: undefined }),
    })),
  },
  {
    fault: 'counts receivers who have one file as if they had all',
    caughtBy: 'shows a dispatch in figures: files, bytes, receivers and how far these are',
    breakRepositories: but('administration', (administration) => ({
      listDispatches: async (query) =>
        (await administration.listDispatches(query)).map((each) => ({
          ...each,
          completed: each.began,
        })),
    })),
  },
  {
    fault: 'lists mails of every state',
    caughtBy: mailList,
    breakRepositories: but('administration', (administration) => ({
      listMails: (query) => administration.listMails({ ...query, state: undefined }),
    })),
  },
  {
    fault: 'begins every page of mails at the newest',
    caughtBy: mailList,
    breakRepositories: but('administration', (administration) => ({
      listMails: (query) => administration.listMails({ ...query, after: undefined }),
    })),
  },
  {
    fault: 'makes more failed mails due again than asked for',
    caughtBy: reopening,
    breakRepositories: but('outbox', (outbox) => ({
      reopenFailed: (now) => outbox.reopenFailed(now, 1000),
    })),
  },
  {
    fault: 'withdraws a mail that is being delivered',
    caughtBy: 'withdraws a waiting mail, and none that is being delivered',
    breakRepositories: but('outbox', (outbox) => ({
      async withdraw(id, at) {
        const isWaiting = (await outbox.find(id))?.state === 'waiting';
        await outbox.settle(id, 'withdrawn', at);
        return isWaiting;
      },
    })),
  },
  {
    fault: 'lists older audit records in the order of the trail',
    caughtBy: 'lists the records of the trail before one, the newest first',
    breakRepositories: but('audit', (audit) => ({
      listBefore: async (sequence, limit) => (await audit.listBefore(sequence, limit)).reverse(),
    })),
  },
];
