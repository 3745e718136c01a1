import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const repeatedActFaults: readonly Fault[] = [
  {
    fault: 'counts the repeated acts of all subjects together',
    caughtBy: 'counts repeated acts by action and subject',
    breakRepositories: but('repeatedActs', (acts) => ({
      save: (act) => acts.save({ ...act, subject: 'any' }),
      find: (key) => acts.find({ ...key, subject: 'any' }),
    })),
  },
  {
    fault: 'removes no repeated act',
    caughtBy: 'lists and removes the repeated acts whose period has ended, the first due first',
    breakRepositories: without('repeatedActs', 'remove'),
  },
  {
    fault: 'lists repeated acts whose period goes on',
    caughtBy: 'lists and removes the repeated acts whose period has ended, the first due first',
    breakRepositories: but('repeatedActs', (acts) => ({
      listDue: (now, limit) => acts.listDue(now + 1_000_000, limit),
    })),
  },
];
