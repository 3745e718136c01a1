import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const sentFaults: readonly Fault[] = [
  {
    fault: 'forgets where the keys of shredded files were',
    caughtBy: 'says where the keys of shredded files were, page by page, and of no readable one',
    breakRepositories: but('sent', (sent) => ({
      listShredded: async (id, page) => {
        const files = await sent.listShredded(id, page);
        return files.map((file) => ({ ...file, bucket: undefined }));
      },
    })),
  },
  {
    fault: 'takes a download that was begun for one that is done',
    caughtBy: 'says which files receivers have, of those that are asked for',
    breakRepositories: but('downloads', (downloads) => ({
      listCompleted: async (receiverIds, fileIds) => {
        const found = [];
        for (const receiverId of receiverIds) found.push(...(await downloads.listFor(receiverId)));
        return found
          .filter(({ fileId }) => fileIds.includes(fileId))
          .map((each) => ({ ...each, completedAt: each.completedAt ?? 0 }));
      },
    })),
  },
  {
    fault: 'shows sent drops to other accounts',
    caughtBy: 'shows a sent drop with the sums of its files and receivers, to its account alone',
    breakRepositories: (sound) => ({
      sent: {
        ...sound.sent,
        async find(_, id) {
          for (const account of await sound.accounts.list()) {
            const found = await sound.sent.find(account.id, id);
            if (found !== undefined) return found;
          }
          return undefined;
        },
      },
    }),
  },
  {
    fault: 'lists live drops beyond their end',
    caughtBy: 'lists sent drops by their state, page by page',
    breakRepositories: but('sent', (sent) => ({
      list: (accountId, query) => sent.list(accountId, { ...query, now: query.now - 1 }),
    })),
  },
  {
    fault: 'counts more than was asked for',
    caughtBy: 'counts live drops until a time, and no more than are asked for',
    breakRepositories: but('sent', (sent) => ({
      count: (accountId, wanted) => sent.count(accountId, { ...wanted, atMost: 9 }),
    })),
  },
  {
    fault: 'takes drops whose mail arrived for problems',
    caughtBy:
      'lists and counts live drops that a mail has not reached somebody about, once each, by age',
    breakRepositories: but('sent', (sent) => ({
      list: (accountId, query) => sent.list(accountId, { ...query, filter: 'live' }),
    })),
  },
  {
    fault: 'names no receiver behind many links',
    caughtBy: 'names the first receivers, however many links and revoked ones stand before them',
    breakRepositories: but('sent', (sent) => ({
      find: async (accountId, id) => {
        const found = await sent.find(accountId, id);
        return found && { ...found, firstReceivers: [] };
      },
    })),
  },
  {
    fault: 'counts no holders of files',
    caughtBy: 'counts who has a file of a drop, without those whose link was revoked',
    breakRepositories: but('sent', () => ({ countHolders: () => Promise.resolve(new Map()) })),
  },
  {
    fault: 'lists drops of any age',
    caughtBy: 'lists sent drops by their age, those of a time and those of one end alone',
    breakRepositories: but('sent', (sent) => ({
      list: (accountId, query) => sent.list(accountId, { ...query, createdBefore: undefined }),
    })),
  },
  {
    fault: 'lists drops whatever their caller calls them',
    caughtBy: 'lists sent drops by what their caller calls them, and keeps that nobody is mailed',
    breakRepositories: but('sent', (sent) => ({
      list: (accountId, query) => sent.list(accountId, { ...query, reference: undefined }),
    })),
  },
  {
    fault: 'lists the deliveries of every reference',
    caughtBy: 'lists sent drops by what their caller calls them, and keeps that nobody is mailed',
    breakRepositories: but('sent', (sent) => ({
      listDeliveries: (accountId, query) =>
        sent.listDeliveries(accountId, { ...query, reference: undefined }),
    })),
  },
  {
    fault: 'keeps the hashes of shredded files',
    caughtBy: 'shows a sent drop with all receivers and files, to its account alone',
    breakRepositories: but('sent', (sent) => ({
      findWhole: async (accountId, id) => {
        const whole = await sent.findWhole(accountId, id);
        const files = whole?.files.map((file) => ({ ...file, sha256: Buffer.alloc(32) }));
        return whole && { ...whole, files: files ?? [] };
      },
    })),
  },
  {
    fault: 'lists deliveries from the first receiver of a drop',
    caughtBy: 'lists the deliveries of sent drops, as many drops as hold the receivers wanted',
    breakRepositories: but('sent', (sent) => ({
      listDeliveries: (accountId, query) =>
        sent.listDeliveries(accountId, { ...query, position: undefined }),
    })),
  },
  {
    fault: 'begins each page anew',
    caughtBy: 'lists drops that end in the same instant once each',
    breakRepositories: but('sent', (sent) => ({
      list: (accountId, query) => sent.list(accountId, { ...query, after: undefined }),
    })),
  },
  {
    fault: 'reads a wildcard in a search',
    caughtBy: 'finds sent drops by message, file and receiver, a stretch at a time',
    breakRepositories: but('sent', (sent) => ({
      search: (accountId, text, page) => sent.search(accountId, text.replaceAll('%', ''), page),
    })),
  },
  {
    fault: 'takes the last opening for the first',
    caughtBy: 'shows how far each receiver of a drop is, in order and page by page',
    breakRepositories: but('sent', (sent) => ({
      listReceivers: async (id, page) =>
        (await sent.listReceivers(id, page)).map((receiver) => ({
          ...receiver,
          openedAt: receiver.openedAt && receiver.openedAt + 1,
        })),
    })),
  },
  {
    fault: 'loses receivers that are added later',
    caughtBy: 'adds a receiver to a dispatch after the others, with a link that opens',
    breakRepositories: without('dispatches', 'addReceiver'),
  },
  {
    fault: 'forgets what was changed',
    caughtBy: 'keeps what a sender changed later, the oldest first, as long as the dispatch',
    breakRepositories: without('dispatches', 'noteChange'),
  },
  {
    fault: 'lists the last files of a drop first',
    caughtBy: 'lists the files of a sent drop in order, page by page, ended or not',
    breakRepositories: but('sent', (sent) => ({
      listFiles: async (id, page) => (await sent.listFiles(id, page)).reverse(),
    })),
  },
  {
    fault: 'lists the oldest failure first',
    caughtBy: 'lists live drops whose mail was not delivered, the newest failure first',
    breakRepositories: but('sent', (sent) => ({
      listUndelivered: async (accountId, wanted) =>
        (await sent.listUndelivered(accountId, wanted)).reverse(),
    })),
  },
  {
    fault: 'finds several drops in another order',
    caughtBy: 'finds several drops of an account at once, and none of others',
    breakRepositories: but('sent', (sent) => ({
      listThese: async (accountId, ids) => (await sent.listThese(accountId, ids)).reverse(),
    })),
  },
  {
    fault: 'names no receiver who was not reached',
    caughtBy: 'names the receivers of a drop whose newest mail was not delivered, in order',
    breakRepositories: but('sent', () => ({ listUnreached: () => Promise.resolve([]) })),
  },
];
