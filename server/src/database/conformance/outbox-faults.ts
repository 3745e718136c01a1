import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const outboxFaults: readonly Fault[] = [
  {
    fault: 'writes every mail to its receiver',
    caughtBy: 'keeps a mail as it was written, waiting and never tried',
    breakRepositories: but('outbox', (outbox) => ({
      add: (mails) => outbox.add(mails.map((mail) => ({ ...mail, to: 'zoe@example.com' }))),
    })),
  },
  {
    fault: 'hands out all that is due, however little was asked for',
    caughtBy: 'hands out mail that is due, the oldest first, as much as asked for',
    breakRepositories: but('outbox', (outbox) => ({
      claimDue: (now, leaseUntil) => outbox.claimDue(now, leaseUntil, 1e9),
    })),
  },
  {
    fault: 'hands out the newest mail first',
    caughtBy: 'hands out mail that is due, the oldest first, as much as asked for',
    breakRepositories: but('outbox', (outbox) => ({
      claimDue: async (now, leaseUntil, limit) =>
        (await outbox.claimDue(now, leaseUntil, limit)).reverse(),
    })),
  },
  {
    fault: 'hands out mail before its time',
    caughtBy: 'hands out mail that is due, the oldest first, as much as asked for',
    breakRepositories: but('outbox', (outbox) => ({
      claimDue: (now, leaseUntil, limit) => outbox.claimDue(now + 1, leaseUntil, limit),
    })),
  },
  {
    fault: 'hands one mail to two',
    caughtBy: 'hands a mail to nobody else until its lease is over, and counts each attempt',
    breakRepositories: but('outbox', (outbox) => ({
      claimDue: (now, _, limit) => outbox.claimDue(now, now, limit),
    })),
  },
  {
    fault: 'counts no attempt',
    caughtBy: 'hands a mail to nobody else until its lease is over, and counts each attempt',
    breakRepositories: but('outbox', (outbox) => ({
      claimDue: async (...due) =>
        (await outbox.claimDue(...due)).map((entry) => ({ ...entry, attempts: 1 })),
    })),
  },
  {
    fault: 'forgets when a mail is to be tried again',
    caughtBy: 'puts a mail that failed off, and keeps what the mail server said',
    breakRepositories: without('outbox', 'retry'),
  },
  {
    fault: 'sends a settled mail again',
    caughtBy: 'settles a mail, which is never handed out again',
    breakRepositories: without('outbox', 'settle'),
  },
  {
    fault: 'believes the last word on a mail',
    caughtBy: 'keeps the first outcome of a mail, whatever is said of it later',
    breakRepositories: but('outbox', (outbox) => {
      let last: Parameters<typeof outbox.settle> | undefined;
      return {
        async settle(...outcome) {
          last = outcome;
          await outbox.settle(...outcome);
        },
        async find(id) {
          const entry = await outbox.find(id);
          return entry && last?.[0] === id ? { ...entry, state: last[1] } : entry;
        },
      };
    }),
  },
  {
    fault: 'lists mail oldest first',
    caughtBy: 'lists mail newest first, of all or of one receiver',
    breakRepositories: but('outbox', (outbox) => ({
      list: async (limit) => (await outbox.list(limit)).reverse(),
    })),
  },
  {
    fault: 'shows a receiver the mail of everybody',
    caughtBy: 'lists mail newest first, of all or of one receiver',
    breakRepositories: but('outbox', (outbox) => ({ listFor: () => outbox.list(100) })),
  },
  {
    fault: 'lets codes wait behind other mail',
    caughtBy: 'hands out codes before all other mail, as much as asked for',
    breakRepositories: but('outbox', (outbox) => ({
      add: (mails) => outbox.add(mails.map((mail) => ({ ...mail, kind: 'download' }))),
    })),
  },
  {
    fault: 'counts only the codes that were delivered',
    caughtBy: 'counts the codes that were written, by time, receiver, account and number',
    breakRepositories: but('outbox', (outbox) => ({
      async countCodes(filter) {
        const refused = (await outbox.list(100)).filter(({ state }) => state === 'refused');
        return (await outbox.countCodes(filter)) - refused.length;
      },
    })),
  },
  {
    fault: 'takes the oldest of all mails for the oldest that waits',
    caughtBy: 'tells when the oldest waiting mail was written, however often it was put off',
    breakRepositories: but('outbox', (outbox) => ({
      findOldestWaiting: async () => (await outbox.list(100)).at(-1)?.createdAt,
    })),
  },
  {
    fault: 'counts codes to addresses as codes to numbers',
    caughtBy: 'counts the codes that were written, by time, receiver, account and number',
    breakRepositories: but('outbox', (outbox) => ({
      countCodes: ({ numberPrefix, ...filter }) =>
        outbox.countCodes(
          numberPrefix === '' ? filter : { ...filter, numberPrefix: numberPrefix ?? '' },
        ),
    })),
  },
];
