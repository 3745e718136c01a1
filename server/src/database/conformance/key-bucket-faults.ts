import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const keyBucketFaults: readonly Fault[] = [
  {
    fault: 'takes a bucket that is there already for a new one',
    caughtBy: 'keeps the buckets that it had made, by name, each once',
    breakRepositories: but('keyBuckets', (keyBuckets) => ({
      async add(buckets) {
        await keyBuckets.remove(buckets);
        await keyBuckets.add(buckets);
      },
    })),
  },
  {
    fault: 'never takes back that a bucket was spent',
    caughtBy: 'forgets that a bucket was spent once something needs it again',
    breakRepositories: but('keyBuckets', (keyBuckets) => ({
      async noteSpent(bucket, spentAt) {
        if (spentAt !== undefined) await keyBuckets.noteSpent(bucket, spentAt);
      },
    })),
  },
  {
    fault: 'never forgets a bucket',
    caughtBy: 'forgets the buckets that it is told to, and no other',
    breakRepositories: without('keyBuckets', 'remove'),
  },
];
