import { hour } from '../../domain/model/clock.ts';
import { lanes } from '../../domain/model/outbox.ts';
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
    fault: 'hands out the newest mail first',
    caughtBy: 'hands out mail that is due, one at a time, the oldest of an account first',
    breakRepositories: but('outbox', (outbox) => ({
      add: (mails) => outbox.add([...mails].reverse()),
    })),
  },
  {
    fault: 'hands out mail before its time',
    caughtBy: 'hands out mail that is due, one at a time, the oldest of an account first',
    breakRepositories: but('outbox', (outbox) => ({
      claimNext: (lane, claim) => outbox.claimNext(lane, { ...claim, now: claim.now + 1 }),
    })),
  },
  {
    fault: 'hands out all mail of one account before that of the next',
    caughtBy: 'hands out the mail of accounts in turns',
    breakRepositories: but('outbox', (outbox) => ({
      claimNext: (lane, { now, by }) => outbox.claimNext(lane, { now, by }),
    })),
  },
  {
    fault: 'hands one mail to two',
    caughtBy: 'hands a claimed mail to nobody, however long it takes',
    breakRepositories: but('outbox', (outbox) => {
      const claims = new Map<string, number>();
      return {
        async claimNext(lane, claim) {
          const entry = await outbox.claimNext(lane, claim);
          const count = (claims.get(entry?.id ?? '') ?? 0) + 1;
          if (entry === undefined || count > 2) return entry;
          claims.set(entry.id, count);
          await outbox.releaseClaims([], claim.now);
          return entry;
        },
      };
    }),
  },
  {
    fault: 'ends claims after an hour, as a lease',
    caughtBy: 'hands a claimed mail to nobody, however long it takes',
    breakRepositories: but('outbox', (outbox) => {
      let claimedAt = Infinity;
      return {
        async claimNext(lane, claim) {
          if (claim.now - claimedAt >= hour) await outbox.releaseClaims([], claim.now);
          claimedAt = claim.now;
          return await outbox.claimNext(lane, claim);
        },
      };
    }),
  },
  {
    fault: 'releases the claims of everybody',
    caughtBy: 'releases what the dead have claimed, and nothing of the living',
    breakRepositories: but('outbox', (outbox) => ({
      releaseClaims: (_, now) => outbox.releaseClaims([], now),
    })),
  },
  {
    fault: 'leaves claimed what the dead have claimed',
    caughtBy: 'releases what the dead have claimed, and nothing of the living',
    breakRepositories: but('outbox', () => ({ releaseClaims: () => Promise.resolve(2) })),
  },
  {
    fault: 'takes the word of anybody for a failure',
    caughtBy: 'lets nobody put off what another process has claimed',
    breakRepositories: but('outbox', (outbox) => ({
      async retry(id, at, fault) {
        await outbox.releaseClaims([], at);
        await outbox.retry(id, at, fault);
      },
    })),
  },
  {
    fault: 'counts no attempt',
    caughtBy: 'releases what the dead have claimed, and nothing of the living',
    breakRepositories: but('outbox', (outbox) => ({
      async claimNext(...claim) {
        const entry = await outbox.claimNext(...claim);
        return entry && { ...entry, attempts: 1 };
      },
    })),
  },
  {
    fault: 'has SMS wait for mail',
    caughtBy: 'hands SMS out apart from mail',
    breakRepositories: but('outbox', (outbox) => ({
      claimNext: async (lane, claim) =>
        (await outbox.claimNext('mail', claim)) ?? (await outbox.claimNext(lane, claim)),
    })),
  },
  {
    fault: 'never ends an outage',
    caughtBy: 'makes what an outage has put off due when it ends, in its lane, and nothing else',
    breakRepositories: but('outbox', () => ({ endOutage: () => Promise.resolve(1) })),
  },
  {
    fault: 'ends the outage of every lane at once',
    caughtBy: 'makes what an outage has put off due when it ends, in its lane, and nothing else',
    breakRepositories: but('outbox', (outbox) => ({
      async endOutage(lane, now) {
        await outbox.endOutage(lane === 'mail' ? 'sms' : 'mail', now);
        return await outbox.endOutage(lane, now);
      },
    })),
  },
  {
    fault: 'takes every fault for an outage',
    caughtBy: 'makes what an outage has put off due when it ends, in its lane, and nothing else',
    breakRepositories: but('outbox', (outbox) => ({
      retry: (id, at, fault) => outbox.retry(id, at, { ...fault, isOutage: true }),
    })),
  },
  {
    fault: 'counts an attempt for what is due again',
    caughtBy:
      'makes all that failed due, except what is claimed or held back, and counts no attempt',
    breakRepositories: but('outbox', (outbox) => ({
      async retryAll(now) {
        await outbox.retryAll(now);
        for (const lane of lanes) {
          while (await outbox.claimNext(lane, { now, by: 'nobody' }));
        }
        await outbox.releaseClaims([], now);
      },
    })),
  },
  {
    fault: 'makes claimed mail due',
    caughtBy:
      'makes all that failed due, except what is claimed or held back, and counts no attempt',
    breakRepositories: but('outbox', (outbox) => ({
      async retryAll(now) {
        await outbox.releaseClaims([], now);
        await outbox.retryAll(now);
      },
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
    fault: 'takes each outcome of a mail for the first',
    caughtBy: 'keeps the first outcome of a mail, whatever is said of it later',
    breakRepositories: but('outbox', (outbox) => ({
      async settle(...outcome) {
        await outbox.settle(...outcome);
        return true;
      },
    })),
  },
  {
    fault: 'believes the last word on a mail',
    caughtBy: 'keeps the first outcome of a mail, whatever is said of it later',
    breakRepositories: but('outbox', (outbox) => {
      let last: Parameters<typeof outbox.settle> | undefined;
      return {
        async settle(...outcome) {
          last = outcome;
          return await outbox.settle(...outcome);
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
    caughtBy: 'hands out codes before all other mail',
    breakRepositories: but('outbox', (outbox) => ({
      add: (mails) => outbox.add(mails.map((mail) => ({ ...mail, kind: 'download' }))),
    })),
  },
  {
    fault: 'counts only the codes that were delivered',
    caughtBy: 'counts the codes that were written, by time, receiver, account, number and network',
    breakRepositories: but('outbox', (outbox) => ({
      async countCodes(filter) {
        const refused = (await outbox.list(100)).filter(({ state }) => state === 'refused');
        return (await outbox.countCodes(filter)) - refused.length;
      },
    })),
  },
  {
    fault: 'counts codes whichever network asked for them',
    caughtBy: 'counts the codes that were written, by time, receiver, account, number and network',
    breakRepositories: but('outbox', (outbox) => ({
      countCodes: ({ since, receiverId, accountId, numberPrefix }) =>
        outbox.countCodes({
          since,
          ...(receiverId !== undefined && { receiverId }),
          ...(accountId !== undefined && { accountId }),
          ...(numberPrefix !== undefined && { numberPrefix }),
        }),
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
    fault: 'measures both lanes together',
    caughtBy: 'measures what waits in each lane',
    breakRepositories: but('outbox', (outbox) => ({
      measureBacklog: async () => ({
        count: await outbox.countWaiting(),
        oldestAt: await outbox.findOldestWaiting(),
      }),
    })),
  },
  {
    fault: 'counts codes to addresses as codes to numbers',
    caughtBy: 'counts the codes that were written, by time, receiver, account, number and network',
    breakRepositories: but('outbox', (outbox) => ({
      countCodes: ({ numberPrefix, ...filter }) =>
        outbox.countCodes(
          numberPrefix === '' ? filter : { ...filter, numberPrefix: numberPrefix ?? '' },
        ),
    })),
  },
  {
    fault: 'finds the digest of any kind',
    caughtBy: 'keeps what a digest tells of, and finds the newest of an account and kind',
    breakRepositories: but('outbox', (outbox) => ({
      findLastDigest: (accountId) => outbox.findLastDigest(accountId, 'unfetched'),
    })),
  },
  {
    fault: 'keeps the first word of a digest',
    caughtBy: 'keeps what a digest tells of, and finds the newest of an account and kind',
    breakRepositories: without('outbox', 'putDigest'),
  },
  {
    fault: 'holds nothing back',
    caughtBy: 'holds a mail back until it is due',
    breakRepositories: but('outbox', (outbox) => ({
      add: (mails) => outbox.add(mails.map((mail) => ({ ...mail, dueAt: mail.createdAt }))),
    })),
  },
  {
    fault: 'counts mails of every time',
    caughtBy: 'counts the mails of some kinds about an account since a time',
    breakRepositories: but('outbox', (outbox) => ({
      countOfKinds: (accountId, kinds) => outbox.countOfKinds(accountId, kinds, 0),
    })),
  },
  {
    fault: 'never tells of a link that was sent',
    caughtBy: 'tells when an account had its receivers sent links',
    breakRepositories: but('outbox', () => ({ findLinkMail: () => Promise.resolve(undefined) })),
  },
];
