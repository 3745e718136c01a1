import { setImmediate as nextTurn } from 'node:timers/promises';
import { chainStart } from '../../domain/model/audit.ts';
import type { Database } from '../../domain/model/database.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

/** Callers that wait for a locked account; shared by all handles. */
const lastHolders = new Map<AccountId, Promise<void>>();

function withoutTransactions(sound: Database): Partial<Database> {
  const accounts = { ...sound.accounts, lock: (id: AccountId) => sound.accounts.find(id) };
  return { transact: (work) => work({ ...sound, accounts }) };
}

/** What breaks the rules among handles. The same fault is in both of them. */
export const twoHandleFaults: readonly Fault[] = [
  {
    fault: 'keeps what it once read',
    caughtBy: 'reads what the other one committed',
    breakRepositories: but('accounts', (accounts) => {
      let cached: ReturnType<typeof accounts.list> | undefined;
      return { list: () => (cached ??= accounts.list()) };
    }),
  },
  {
    fault: 'tells of its own changes only',
    caughtBy: 'has another version after every change of the other one',
    breakDatabase(sound) {
      let changes = 0;
      return {
        version: () => changes,
        accessVersion: () => changes,
        transact(work) {
          changes += 1;
          return sound.transact(work);
        },
      };
    },
  },
  {
    fault: 'runs transactions side by side',
    caughtBy: 'loses no update',
    breakDatabase: withoutTransactions,
  },
  {
    fault: 'reads an account in place of locking it',
    caughtBy: 'keeps others away from a locked account until the transaction ends',
    breakDatabase: withoutTransactions,
  },
  {
    fault: 'does not notice a deadlock',
    caughtBy: 'ends two transactions that lock the same accounts in another order',
    breakDatabase: (sound) => ({
      async transact(work) {
        const end = Promise.withResolvers<undefined>();
        try {
          return await work({
            ...sound,
            accounts: {
              ...sound.accounts,
              async lock(id) {
                const before = lastHolders.get(id);
                lastHolders.set(id, end.promise);
                await nextTurn();
                await before;
                return undefined;
              },
            },
          });
        } finally {
          end.resolve(undefined);
        }
      },
    }),
  },
  {
    fault: 'finds a message first and leases it then',
    caughtBy: 'claims each message once, and none goes without while one is due',
    breakRepositories: but('outbox', (outbox) => ({
      async claimNext(lane, { now, by }) {
        const waiting = await outbox.list(100);
        const due = waiting.find(({ nextAttemptAt }) => nextAttemptAt <= now);
        await nextTurn();
        if (due !== undefined) await outbox.claimNext(lane, { now, by });
        return due;
      },
    })),
  },
  {
    fault: 'does not mark what is shared',
    caughtBy: 'shares no content that is shredded meanwhile, without telling',
    breakRepositories: but('files', () => ({ share: ({ length }) => Promise.resolve(length) })),
  },
  {
    fault: 'remembers the head of the trail',
    caughtBy: 'chains audit records into one trail, whoever appends them',
    breakDatabase(sound) {
      let last: Buffer = chainStart;
      return {
        transact: (work) =>
          sound.transact((repositories) =>
            work({
              ...repositories,
              audit: {
                ...repositories.audit,
                append: (record, hashOf) =>
                  repositories.audit.append(
                    record,
                    (_, numbered) => (last = hashOf(last, numbered)),
                  ),
              },
            }),
          ),
      };
    },
  },
  {
    fault: 'orders history by the clock',
    caughtBy: 'lets history grow at its newest end alone, also for a clock that goes back',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: async (accountId) =>
        (await dispatches.listHistory(accountId)).sort(
          (one, another) => another.dispatch.createdAt - one.dispatch.createdAt,
        ),
    })),
  },
  {
    fault: 'counts pages from the newest entry',
    caughtBy: 'shows each entry of history once to who reads pages while the other one sends',
    breakRepositories: but('dispatches', (dispatches) => {
      let shown = 0;
      return {
        async listHistory(accountId, limit, olderThan) {
          const all = await dispatches.listHistory(accountId);
          const from = olderThan === undefined ? 0 : shown;
          const page = all.slice(from, limit === undefined ? undefined : from + limit);
          shown = from + page.length;
          return page;
        },
      };
    }),
  },
  {
    fault: 'takes the feed to be further than was read',
    caughtBy: 'puts an event that commits later behind those that were read before',
    breakRepositories: but('feed', (feed) => ({
      async listEnds(ids) {
        const ends = await feed.listEnds(ids);
        return new Map([...ends].map(([id, end]) => [id, end + 1000]));
      },
    })),
  },
  {
    fault: 'leaves out an event between two pages',
    caughtBy: 'shows every event of twenty writers once, in one order, to whoever follows',
    breakRepositories: but('feed', (feed) => ({
      list: (id, place, limit) => feed.list(id, place === 0 ? 0 : place + 1, limit),
    })),
  },
  {
    fault: 'gives an item to everybody who found it',
    caughtBy:
      'gives each item to one of twenty programs at a time, and loses none whose program fails',
    breakRepositories: but('inboxQueue', (queue) => ({
      async lease(ids, given) {
        await queue.lease(ids, given);
        return ids.slice(0, given.limit);
      },
      async acknowledge(id, nonce, now) {
        await queue.acknowledge(id, nonce, now);
        return true;
      },
    })),
  },
];
