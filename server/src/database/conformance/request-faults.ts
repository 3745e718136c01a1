import { noon } from '../../testing/fake-clock.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const requestFaults: readonly Fault[] = [
  {
    fault: 'forgets a limit of a grant',
    caughtBy: 'keeps the limits of a grant, whichever there are',
    breakRepositories: but('fileRequests', (requests) => ({
      addLimits: (id, limits) => requests.addLimits(id, { ...limits, maxReturns: undefined }),
    })),
  },
  {
    fault: 'begins the list of grants again on each page',
    caughtBy:
      'lists the grants of an account page by page, with what came through all of their links',
    breakRepositories: but('fileRequests', (requests) => ({
      list: (accountId, query) => requests.list(accountId, { ...query, after: undefined }),
    })),
  },
  {
    fault: 'forgets that a grant is over before the job has ended it',
    caughtBy: 'lists the grants of an account by state and age, also behind one that is gone',
    breakRepositories: but('fileRequests', (requests) => ({
      list: (accountId, query) => requests.list(accountId, { ...query, now: noon }),
    })),
  },
  {
    fault: 'takes what was deleted for live',
    caughtBy: 'shows what came through each link of a grant, and what of it is still there',
    breakRepositories: but('fileRequests', (requests) => ({
      listReturns: async (id, page) =>
        (await requests.listReturns(id, page)).map((back) => ({ ...back, isLive: true })),
    })),
  },
  {
    fault: 'begins the inbox again on each page',
    caughtBy: 'lists the items of an inbox page by page, each with its sender, message and sums',
    breakRepositories: but('inboxItems', (items) => ({
      list: (email, now, limit) => items.list(email, now, limit),
    })),
  },
  {
    fault: 'finds what a code guards by its message',
    caughtBy:
      'searches an inbox by senders, messages and files, and what a code guards by its sender',
    breakRepositories: but('inboxItems', (items) => ({
      async search(email, text, now, limit) {
        const all = await items.list(email, now, limit);
        const word = text.toLowerCase();
        return all.filter(
          ({ message = '', senderEmail }) =>
            message.toLowerCase().includes(word) || senderEmail.includes(word),
        );
      },
    })),
  },
  {
    fault: 'finds an item in an inbox after its end',
    caughtBy:
      'hides from the items of an inbox what is over, is no drop, was revoked, or is another’s',
    breakRepositories: but('inboxItems', (items) => ({
      find: (email, token) => items.find(email, token, noon),
    })),
  },
  {
    fault: 'marks nothing as seen',
    caughtBy: 'counts what was not opened, and keeps the first time that an item was',
    breakRepositories: without('inboxItems', 'markSeen'),
  },
  {
    fault: 'counts more items than it was asked to',
    caughtBy: 'counts what was not opened, and keeps the first time that an item was',
    breakRepositories: but('inboxItems', (items) => ({
      countNew: (email, now) => items.countNew(email, now, 1000),
    })),
  },
  {
    fault: 'forgets the download limit of an item',
    caughtBy: 'says how often the files of an item may be downloaded, where that is limited',
    breakRepositories: but('inboxItems', (inboxItems) => ({
      async find(email, token, now) {
        const item = await inboxItems.find(email, token, now);
        delete item?.downloadLimit;
        return item;
      },
    })),
  },
];
