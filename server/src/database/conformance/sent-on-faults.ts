import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const sentOnFaults: readonly Fault[] = [
  {
    fault: 'finds what was taken from a dispatch by nobody',
    caughtBy: 'knows what was taken from an inbox, by its dispatch and by its receiver',
    breakRepositories: but('sentOn', (sentOn) => ({
      listFrom: (source) => ('dispatch' in source ? Promise.resolve([]) : sentOn.listFrom(source)),
    })),
  },
  {
    fault: 'takes what has ended for alive',
    caughtBy: 'says that what was taken lives no longer than the right of its receiver',
    breakRepositories: but('sentOn', (sentOn) => ({
      listSources: async (files) =>
        (await sentOn.listSources(files)).map((each) => ({ ...each, isLive: true })),
    })),
  },
  {
    fault: 'forgets where copies have come from',
    caughtBy: 'says that copies have come from where the first file came',
    breakRepositories: without('sentOn', 'addCopies'),
  },
];
