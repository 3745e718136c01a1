import { alice } from './database-case.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const uploadFaults: readonly Fault[] = [
  {
    fault: 'forgets the folder of an upload',
    caughtBy: 'keeps uploads as they were begun, each for its receiver, in order',
    breakRepositories: but('uploads', (uploads) => ({
      add: (upload) => uploads.add({ ...upload, folder: '' }),
    })),
  },
  {
    fault: 'forgets what a client said about its file',
    caughtBy: 'keeps uploads as they were begun, each for its receiver, in order',
    breakRepositories: but('uploads', (uploads) => ({
      add: (upload) => uploads.add({ ...upload, metadata: '' }),
    })),
  },
  {
    fault: 'forgets which browser began an upload',
    caughtBy: 'keeps uploads as they were begun, each for its receiver, in order',
    breakRepositories: but('uploads', (uploads) => ({
      add(upload) {
        const alone = { ...upload };
        delete alone.visitorHash;
        return uploads.add(alone);
      },
    })),
  },
  {
    fault: 'lists uploads by name',
    caughtBy: 'keeps uploads as they were begun, each for its receiver, in order',
    breakRepositories: but('uploads', (uploads) => ({
      listFor: async (id) =>
        (await uploads.listFor(id)).sort((one, other) => (one.name < other.name ? -1 : 1)),
    })),
  },
  {
    fault: 'finds uploads that have expired',
    caughtBy:
      'counts the uploads of a receiver, and finds one that was begun with the same metadata',
    breakRepositories: but('uploads', (uploads) => ({
      findSame: (ownerId, upload) => uploads.findSame(ownerId, upload, 0),
    })),
  },
  {
    fault: 'says that a size was declared that was declared before',
    caughtBy: 'counts what has come of an upload without a size, until its size is declared, once',
    breakRepositories: but('uploads', (uploads) => ({
      async declareSize(id, sizeBytes) {
        await uploads.declareSize(id, sizeBytes);
        return true;
      },
    })),
  },
  {
    fault: 'lets an upload grow from anywhere',
    caughtBy: 'lets an upload grow from where it is, and from nowhere else',
    breakRepositories: but('uploads', (uploads) => ({
      async grow(id, growth) {
        const fromBytes = (await uploads.find(id))?.receivedBytes ?? 0;
        return await uploads.grow(id, { ...growth, fromBytes });
      },
    })),
  },
  {
    fault: 'forgets what an upload has come to',
    caughtBy: 'notes what an upload has come to',
    breakRepositories: without('uploads', 'noteCompletion'),
  },
  {
    fault: 'keeps the first state of a hash',
    caughtBy: 'keeps the newest state of a hash, until the upload is complete',
    breakRepositories: but('uploads', (uploads) => ({
      async keepHashState(id, state) {
        const kept = (await uploads.find(id))?.hashState;
        await uploads.keepHashState(id, kept ?? state);
      },
    })),
  },
  {
    fault: 'removes an upload instead of shredding it',
    caughtBy: 'shreds an upload: nobody finds it again, and its bytes are garbage',
    breakRepositories: but('uploads', (uploads) => ({ shred: (id) => uploads.remove([id]) })),
  },
  {
    fault: 'shreds the uploads of an account for each of its receivers',
    caughtBy: 'shreds the uploads of some receivers, or of one account, and no others',
    breakRepositories: but('uploads', (uploads) => ({
      async shredFor([ownerId], at) {
        const [upload] = ownerId === undefined ? [] : await uploads.listFor(ownerId);
        return upload === undefined ? 0 : await uploads.shredAccount(upload.accountId, at);
      },
    })),
  },
  {
    fault: 'forgets no upload',
    caughtBy: 'forgets uploads that became files or whose bytes are gone',
    breakRepositories: without('uploads', 'remove'),
  },
  {
    fault: 'names no bucket of an upload',
    caughtBy: 'lists each bucket that holds the key of an upload, once',
    breakRepositories: but('uploads', () => ({ listUsedBuckets: () => Promise.resolve([]) })),
  },
  {
    fault: 'leaves every upload under its old key',
    caughtBy:
      'lists the uploads of a bucket in order, and puts them under other keys unless shredded',
    breakRepositories: without('uploads', 'rewrap'),
  },
  {
    fault: 'lists the uploads of a bucket from the first each time',
    caughtBy:
      'lists the uploads of a bucket in order, and puts them under other keys unless shredded',
    breakRepositories: but('uploads', (uploads) => ({
      listInBucket: (bucket, limit) => uploads.listInBucket(bucket, limit),
    })),
  },
  {
    fault: 'takes an upload for abandoned a little late',
    caughtBy: 'lists uploads as abandoned when their time is over',
    breakRepositories: but('uploads', (uploads) => ({
      listAbandoned: (now, limit) => uploads.listAbandoned(now - 1, limit),
    })),
  },
  {
    fault: 'does not see that a link was taken back',
    caughtBy: 'lists uploads as abandoned when their link, their grant or their account is gone',
    breakRepositories: without('dispatches', 'endLink'),
  },
  {
    fault: 'takes the uploads of an account for abandoned, as they have no link',
    caughtBy: 'keeps the uploads of an account until their time is over, without a link',
    breakRepositories: but('uploads', (uploads) => ({
      listAbandoned: () => uploads.listFor(alice.id),
    })),
  },
  {
    fault: 'begins every page of uploads with the first one',
    caughtBy: 'lists the uploads of an owner a page at a time',
    breakRepositories: but('uploads', (uploads) => ({
      listPage: (ownerId, { limit, now }) => uploads.listPage(ownerId, { limit, now }),
    })),
  },
];
