import type { Fault } from './fault.ts';
import { but } from './fault.ts';

export const suppressionFaults: readonly Fault[] = [
  {
    fault: 'takes a wish about one account for one about all',
    caughtBy: 'knows who wants no mail, from one account or from all',
    breakRepositories: but('suppressions', (suppressions) => ({
      add: (wish) => suppressions.add({ ...wish, accountId: undefined }),
    })),
  },
  {
    fault: 'forgets the wishes of every address',
    caughtBy: 'keeps the first wish for no mail, lists all, and forgets those of one address',
    breakRepositories: but('suppressions', (suppressions) => ({
      async remove(email) {
        for (const wish of await suppressions.list()) {
          if (wish.email !== email) await suppressions.remove(wish.email);
        }
        return await suppressions.remove(email);
      },
    })),
  },
];
