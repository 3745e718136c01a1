import type { Download } from '../../domain/model/download.ts';
import type { ReceiverId } from '../../domain/model/ids.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

export const downloadFaults: readonly Fault[] = [
  {
    fault: 'forgets how often a file was sent',
    caughtBy: 'keeps how often a file was sent, where that is counted',
    breakRepositories: but('downloads', (downloads) => ({
      save: ({ receiverId, fileId, spans, completedAt }) =>
        downloads.save({ receiverId, fileId, spans, completedAt }),
    })),
  },
  {
    fault: 'counts the bytes of a download in 32 bits',
    caughtBy: 'keeps how far each receiver got with each file',
    breakRepositories: but('downloads', (downloads) => ({
      save: (download) =>
        downloads.save({
          ...download,
          spans: download.spans.map(({ start, end }) => ({ start: start | 0, end: end | 0 })),
        }),
    })),
  },
  {
    fault: 'keeps the first that it knew of a download',
    caughtBy: 'replaces what it knew of a download',
    breakRepositories: but('downloads', (downloads) => ({
      async save(download) {
        if ((await downloads.listFor(download.receiverId)).length === 0) {
          await downloads.save(download);
        }
      },
    })),
  },
  {
    fault: 'counts downloads that were only begun',
    caughtBy: 'counts what each receiver of a dispatch has completed',
    breakRepositories: but('downloads', (downloads) => {
      const begun = new Map<ReceiverId, number>();
      return {
        async save(download) {
          begun.set(download.receiverId, (begun.get(download.receiverId) ?? 0) + 1);
          await downloads.save(download);
        },
        countCompleted: () => Promise.resolve(begun),
      };
    }),
  },
  {
    fault: 'finds how far anybody got with a file',
    caughtBy: 'finds how far one receiver got with one file',
    breakRepositories: but('downloads', (downloads) => {
      const saved: Download[] = [];
      return {
        async save(download) {
          saved.push(download);
          await downloads.save(download);
        },
        find: (_, id) => Promise.resolve(saved.find(({ fileId }) => fileId === id)),
      };
    }),
  },
  {
    fault: 'takes what was begun for completed',
    caughtBy: 'tells whether a receiver has every file of a dispatch, also of one that has ended',
    breakRepositories: but('downloads', (downloads) => ({
      hasEveryFile: async (id) => (await downloads.listFor(id)).length === 2,
    })),
  },
  {
    fault: 'remembers downloads for ever',
    caughtBy: 'remembers a download when the file has gone, and forgets it with the dispatch',
    breakRepositories: but('downloads', () => {
      const saved: Download[] = [];
      return {
        save(download) {
          saved.push(download);
          return Promise.resolve();
        },
        listFor: (id) => Promise.resolve(saved.filter(({ receiverId }) => receiverId === id)),
      };
    }),
  },
];
