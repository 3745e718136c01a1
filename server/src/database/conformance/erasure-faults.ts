import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const erasureFaults: readonly Fault[] = [
  {
    fault: 'erases receivers whose link is alive',
    caughtBy:
      'erases receivers whose link is dead, with their mails, codes and sessions, and nobody else',
    breakRepositories: but('erasure', (sound) => ({
      eraseReceivers: (erasure, _, limit) =>
        sound.eraseReceivers(erasure, Number.MAX_SAFE_INTEGER, limit),
    })),
  },
  {
    fault: 'leaves the address of who sent files back',
    caughtBy: 'erases an address from contacts, origins and messages, and no other',
    breakRepositories: without('erasure', 'eraseOrigins'),
  },
];
