import type { Rewrapped } from '../../domain/model/file.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const rekeyingFaults: readonly Fault[] = [
  {
    fault: 'lists the files of a dispatch by name',
    caughtBy: 'lists the readable files of a dispatch in the order of upload',
    breakRepositories: but('files', (files) => ({
      listInDispatch: async (id) =>
        (await files.listInDispatch(id)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    })),
  },
  {
    fault: 'puts what belongs to a dispatch into the tray',
    caughtBy: 'takes a file straight into a dispatch, behind what is there',
    breakRepositories: but('files', (files) => ({
      addToDispatch: (file) => files.addToTray({ ...file, dispatchId: undefined }),
    })),
  },
  {
    fault: 'forgets the folder of a file',
    caughtBy: 'takes a file straight into a dispatch, behind what is there',
    breakRepositories: but('files', (files) => ({
      addToDispatch: (file) => files.addToDispatch({ ...file, folder: '' }),
    })),
  },
  {
    fault: 'lists the files of every bucket as those of one',
    caughtBy: 'lists the readable files of a bucket, in a tray or sent',
    breakRepositories: but('files', (files) => ({
      async listInBucket(_, limit) {
        const buckets = await files.listUsedBuckets();
        const lists = buckets.map((bucket) => files.listInBucket(bucket, limit));
        return (await Promise.all(lists)).flat();
      },
    })),
  },
  {
    fault: 'lists a bucket from its beginning each time',
    caughtBy: 'lists the readable files of a bucket, in a tray or sent',
    breakRepositories: but('files', (files) => ({
      listInBucket: (bucket, limit) => files.listInBucket(bucket, limit),
    })),
  },
  {
    fault: 'leaves every file under its old key',
    caughtBy: 'puts a file under another key where it lies',
    breakRepositories: without('files', 'rewrap'),
  },
  {
    fault: 'gives a key back to what was shredded',
    caughtBy: 'puts no shredded file under another key',
    breakRepositories: but('files', (files) => {
      const rewrapped: Rewrapped[] = [];
      return {
        async rewrap(moved) {
          rewrapped.push(...moved);
          await files.rewrap(moved);
        },
        listUsedBuckets: async () => [
          ...(await files.listUsedBuckets()),
          ...rewrapped.map(({ keyBucket }) => keyBucket),
        ],
      };
    }),
  },
  {
    fault: 'begins every page of all files at the first one',
    caughtBy: 'lists and counts the readable files of everybody, page by page',
    breakRepositories: but('files', (files) => ({
      listReadable: (_after, limit) => files.listReadable(undefined, limit),
    })),
  },
  {
    fault: 'lists the newest files oldest first',
    caughtBy: 'lists the newest readable files, newest first, and says where their bytes are',
    breakRepositories: but('files', (files) => ({
      listNewest: async (limit) => (await files.listNewest(limit)).toReversed(),
    })),
  },
  {
    fault: 'calls every known file readable',
    caughtBy: 'says which of some files are readable',
    breakRepositories: but('files', (files) => ({ readable: (ids) => files.known(ids) })),
  },
];
