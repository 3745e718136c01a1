import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const segmentFaults: readonly Fault[] = [
  {
    fault: 'lists segments by the names of their blobs',
    caughtBy: 'keeps the segments of each file in order',
    breakRepositories: but('segments', (segments) => ({
      list: async (id) =>
        (await segments.list(id)).sort((one, other) => (one.blobKey < other.blobKey ? -1 : 1)),
    })),
  },
  {
    fault: 'forgets which store holds a segment, and how long it is there',
    caughtBy: 'keeps the segments of each file in order',
    breakRepositories: but('segments', (segments) => ({
      list: async (id) =>
        (await segments.list(id)).map((part) => ({
          ...part,
          store: 'file',
          sealedBytes: undefined,
        })),
    })),
  },
  {
    fault: 'ignores a segment whose number is taken',
    caughtBy: 'refuses a segment whose number or blob is taken',
    breakRepositories: but('segments', (segments) => ({
      add: (id, number, segment) => segments.add(id, number, segment).catch(() => undefined),
    })),
  },
  {
    fault: 'knows every segment',
    caughtBy: 'tells known segments from unknown ones, thousands at once',
    breakRepositories: but('segments', () => ({
      known: (blobKeys) => Promise.resolve(new Set(blobKeys)),
    })),
  },
  {
    fault: 'forgets no segment',
    caughtBy: 'forgets the segments of the named files alone',
    breakRepositories: without('segments', 'forget'),
  },
  {
    fault: 'hands out every file as if it were in one piece',
    caughtBy: 'hands out a file with its segments',
    breakRepositories: but('files', (files) => ({
      listInDispatch: async (id) =>
        (await files.listInDispatch(id)).map((file) => ({ ...file, segments: undefined })),
    })),
  },
];
