import type { Fault } from './fault.ts';
import { but } from './fault.ts';

const once = 'lists a content as unused once no readable file and no upload has it';

export const sharedContentFaults: readonly Fault[] = [
  {
    fault: 'forgets whose content an upload has',
    caughtBy: 'keeps whose content a file or an upload has, with the parts of that content',
    breakRepositories: but('uploads', (uploads) => ({
      add(upload) {
        const alone = { ...upload };
        delete alone.contentId;
        return uploads.add(alone);
      },
    })),
  },
  {
    fault: 'counts files that cannot be read as shared',
    caughtBy: 'shares the contents of readable files only, and says how many they are',
    breakRepositories: but('files', (files) => ({
      async share(ids) {
        await files.share(ids);
        return ids.length;
      },
    })),
  },
  {
    fault: 'takes every shredded content for unused',
    caughtBy: once,
    breakRepositories: but('files', () => ({
      listUnusedContents: (ids) => Promise.resolve([...ids]),
    })),
  },
  {
    fault: 'takes no shared content for unused',
    caughtBy: once,
    breakRepositories: but('files', (files) => ({
      listUnusedContents: async (ids) =>
        (await files.listUnusedContents(ids)).filter((id) => !id.startsWith(ids[0] ?? '')),
    })),
  },
  {
    fault: 'leaves out the contents of uploads',
    caughtBy: 'lists the content of a shredded upload as unused only without its file',
    breakRepositories: (sound) => ({
      files: {
        ...sound.files,
        async listUnusedContents(ids) {
          const known = await sound.files.known(ids);
          return await sound.files.listUnusedContents(ids.filter((id) => known.has(id)));
        },
      },
    }),
  },
  {
    fault: 'counts a shared content in each of its buckets',
    caughtBy: 'counts the bytes of a shared content once, in the last bucket that has it',
    breakRepositories: but('administration', (administration) => ({
      async sumBucket(bucket) {
        const { files } = await administration.sumBucket(bucket);
        return { files, bytes: files * 1000 };
      },
    })),
  },
];
