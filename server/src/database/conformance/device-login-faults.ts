import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const deviceLoginFaults: readonly Fault[] = [
  {
    fault: 'hands a device out twice',
    caughtBy: 'finds what a device asks by both of its codes, until it is taken',
    breakRepositories: but('deviceLogins', (logins) => ({
      async take(hash) {
        await logins.take(hash);
        return true;
      },
    })),
  },
  {
    fault: 'settles what was settled',
    caughtBy: 'settles what a device asks once, and forgets what an account allowed',
    breakRepositories: but('deviceLogins', (logins) => ({
      async settle(hash, state, leave) {
        await logins.settle(hash, state, leave);
        return true;
      },
    })),
  },
  {
    fault: 'keeps what an account allowed when its keys end',
    caughtBy: 'settles what a device asks once, and forgets what an account allowed',
    breakRepositories: without('deviceLogins', 'removeAll'),
  },
  {
    fault: 'keeps what devices asked for ever',
    caughtBy: 'forgets what devices asked when its time is over',
    breakRepositories: but('deviceLogins', () => ({ deleteExpired: () => Promise.resolve(1) })),
  },
];
