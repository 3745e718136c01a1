import { noon } from '../../testing/fake-clock.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const receiverCodeFaults: readonly Fault[] = [
  {
    fault: 'keeps the first code of a browser',
    caughtBy: 'keeps one code for each receiver and browser, the last one',
    breakRepositories: but('receiverCodes', (codes) => ({
      async put(code) {
        if ((await codes.find(code.receiverId, code.browser)) === undefined) await codes.put(code);
      },
    })),
  },
  {
    fault: 'keeps the first password of a dispatch',
    caughtBy: 'replaces the password of a dispatch, and gives none to one that has none',
    breakRepositories: without('dispatches', 'setPassword'),
  },
  {
    fault: 'does not say in an inbox that there is a password',
    caughtBy: 'says of what was sent with a password that it has one, and searches nothing in it',
    breakRepositories: but('inboxItems', (items) => ({
      async list(...given) {
        const listed = await items.list(...given);
        for (const item of listed) delete item.hasPassword;
        return listed;
      },
    })),
  },
  {
    fault: 'never forgets a code that was used',
    caughtBy: 'keeps one code for each receiver and browser, the last one',
    breakRepositories: without('receiverCodes', 'delete'),
  },
  {
    fault: 'gives a crowd more tries than there are',
    caughtBy: 'gives out the tries of a code one by one, and no more than there are',
    breakRepositories: but('receiverCodes', (codes) => ({
      async takeTry(receiverId, browser) {
        const code = await codes.find(receiverId, browser);
        if (code === undefined || code.triesLeft === 0) return undefined;
        const left = { ...code, triesLeft: code.triesLeft - 1 };
        await codes.put(left);
        return left;
      },
    })),
  },
  {
    fault: 'counts the tries of all browsers together',
    caughtBy: 'tells the codes of one receiver apart by the browser that asked',
    breakRepositories: but('receiverCodes', (codes) => {
      const browsers: Buffer[] = [];
      return {
        async put(code) {
          browsers.push(code.browser);
          await codes.put(code);
        },
        async takeTry(receiverId, browser, now) {
          for (const each of browsers.filter((other) => !other.equals(browser))) {
            await codes.takeTry(receiverId, each, now);
          }
          return await codes.takeTry(receiverId, browser, now);
        },
      };
    }),
  },
  {
    fault: 'lets an expired code be tried',
    caughtBy: 'gives out no try of a code that has expired, or is not there',
    breakRepositories: but('receiverCodes', (codes) => ({
      takeTry: (receiverId, browser) => codes.takeTry(receiverId, browser, noon),
    })),
  },
  {
    fault: 'forgets codes too early',
    caughtBy: 'forgets expired codes, and says how many',
    breakRepositories: but('receiverCodes', (codes) => ({
      deleteExpired: (at) => codes.deleteExpired(at + 1),
    })),
  },
  {
    fault: 'finds sessions that have ended',
    caughtBy: 'finds the session of a receiver while it lives',
    breakRepositories: but('receiverSessions', (sessions) => ({
      find: (hash) => sessions.find(hash, noon),
    })),
  },
  {
    fault: 'never forgets a session',
    caughtBy: 'finds the session of a receiver while it lives',
    breakRepositories: but('receiverSessions', () => ({
      deleteExpired: () => Promise.resolve(1),
    })),
  },
  {
    fault: 'keeps a code whose receiver is gone',
    caughtBy: 'forgets the codes and sessions of what was removed',
    breakRepositories: but('receiverCodes', (codes) => {
      let last: Parameters<typeof codes.put>[0] | undefined;
      return {
        async put(code) {
          last = code;
          await codes.put(code);
        },
        find: async (receiverId, browser) => (await codes.find(receiverId, browser)) ?? last,
      };
    }),
  },
  {
    fault: 'forgets what an account demands',
    caughtBy: 'keeps what an account and a dispatch demand besides the link',
    breakRepositories: without('accounts', 'setSecondFactor'),
  },
];
