import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';
import { hashFor } from '../../testing/samples.ts';

export const dispatchFaults: readonly Fault[] = [
  {
    fault: 'does not know the files of an ended dispatch',
    caughtBy: 'shows a dispatch with everyone and everything in it, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      listFiles: async (id) =>
        (await dispatches.find(id))?.endedAt === undefined ? await dispatches.listFiles(id) : [],
    })),
  },
  {
    fault: 'tells history oldest first',
    caughtBy: 'tells history newest first, with everything that was sent, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: async (id, limit) => (await dispatches.listHistory(id, limit)).reverse(),
    })),
  },
  {
    fault: 'takes an empty message for none',
    caughtBy: 'tells history newest first, with everything that was sent, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      add: (dispatch, receivers) =>
        dispatches.add({ ...dispatch, message: dispatch.message || undefined }, receivers),
    })),
  },
  {
    fault: 'tells all of history however little is asked for',
    caughtBy: 'shortens history to the newest',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: (id, _limit, olderThan) => dispatches.listHistory(id, undefined, olderThan),
    })),
  },
  {
    fault: 'shows the last entry of a page of history again on the next',
    caughtBy: 'tells history page by page, each entry once, whatever is added meanwhile',
    breakRepositories: but('dispatches', (dispatches) => ({
      async listHistory(id, limit, olderThan) {
        const all = await dispatches.listHistory(id);
        const start = all.findIndex(({ dispatch }) => dispatch.id === olderThan);
        return all.slice(Math.max(start, 0)).slice(0, limit);
      },
    })),
  },
  {
    fault: "tells an account's history to its receivers",
    caughtBy: 'keeps the histories of accounts apart',
    breakRepositories: (sound) => ({
      dispatches: {
        ...sound.dispatches,
        async listHistory() {
          const ids = (await sound.accounts.list()).map(({ id }) => id);
          return (await Promise.all(ids.map((id) => sound.dispatches.listHistory(id)))).flat();
        },
      },
    }),
  },
  {
    fault: 'counts ended drops as live',
    caughtBy: 'counts the drops of an account that can still be downloaded',
    breakRepositories: but('dispatches', (dispatches) => ({
      countLiveDrops: async (id) => (await dispatches.listHistory(id)).length,
    })),
  },
  {
    fault: 'ends nothing',
    caughtBy: 'lists what is due and not ended, oldest first, as much as asked for',
    breakRepositories: without('dispatches', 'end'),
  },
  {
    fault: 'lists what is due newest first',
    caughtBy: 'lists what is due and not ended, oldest first, as much as asked for',
    breakRepositories: but('dispatches', (dispatches) => ({
      listDue: async (now, limit) => (await dispatches.listDue(now, limit)).reverse(),
    })),
  },
  {
    fault: 'gives two receivers one link',
    caughtBy: 'refuses a link or an inbox token that is taken',
    breakRepositories: but('dispatches', (dispatches) => ({
      add: (dispatch, receivers) =>
        dispatches.add(
          dispatch,
          receivers.map((receiver) => ({ ...receiver, linkHash: hashFor(receiver.id) })),
        ),
    })),
  },
  {
    fault: 'keeps the mail of removed dispatches waiting',
    caughtBy: 'removes all dispatches of an account, with their receivers and unsent mail',
    breakRepositories: but('outbox', (outbox) => {
      let added = 0;
      return {
        async add(messages) {
          added += messages.length;
          await outbox.add(messages);
        },
        countWaiting: () => Promise.resolve(added),
      };
    }),
  },
  {
    fault: 'shows an inbox oldest first',
    caughtBy: 'shows an address what was sent to it, newest first, file by file',
    breakRepositories: but('dispatches', (dispatches) => ({
      listInbox: async (email, now) => (await dispatches.listInbox(email, now)).reverse(),
    })),
  },
  {
    fault: 'shows a drop in the instant at which it expires',
    caughtBy: 'hides from an inbox what is over, is no drop, or was sent to others',
    breakRepositories: but('dispatches', (dispatches) => ({
      listInbox: (email, now) => dispatches.listInbox(email, now - 1),
    })),
  },
  {
    fault: 'opens a token to everybody',
    caughtBy: 'opens an inbox token to its own address, while the drop lives',
    breakRepositories: but('dispatches', (dispatches) => ({
      findInInbox: (_, token, now) => dispatches.findInInbox('zoe@example.com', token, now),
    })),
  },
  {
    fault: 'opens an expired drop',
    caughtBy: 'opens an inbox token to its own address, while the drop lives',
    breakRepositories: but('dispatches', (dispatches) => ({
      findInInbox: (email, token) => dispatches.findInInbox(email, token, 0),
    })),
  },
  {
    fault: 'takes a grant for a drop',
    caughtBy: 'opens no inbox token of a grant',
    breakRepositories: but('dispatches', (dispatches) => ({
      add: (dispatch, receivers) => dispatches.add({ ...dispatch, kind: 'drop' }, receivers),
    })),
  },
  {
    fault: 'sends one mail of many',
    caughtBy: 'counts the mail that waits',
    breakRepositories: but('outbox', (outbox) => ({ add: (all) => outbox.add(all.slice(0, 1)) })),
  },
  {
    fault: 'removes one audit record too many',
    caughtBy: 'removes the oldest audit records, up to the one named',
    breakRepositories: but('audit', (audit) => ({
      removeThrough: (sequence) => audit.removeThrough(sequence + 1),
    })),
  },
  {
    fault: 'removes mails that still wait',
    caughtBy: 'removes settled mails when their time is over, the oldest first',
    breakRepositories: but('outbox', (outbox) => ({
      removeSettled: (before, limit) => outbox.removeSettled(before + 1e9, limit),
    })),
  },
  {
    fault: 'removes ended dispatches at once',
    caughtBy: 'removes ended dispatches when their time is over, and all that tells of them',
    breakRepositories: but('dispatches', (dispatches) => ({
      removeEnded: (before, limit) => dispatches.removeEnded(before + 1e9, limit),
    })),
  },
  {
    fault: 'takes an audit mark again and again',
    caughtBy: 'takes each audit mark once, until it expires',
    breakRepositories: but('auditMarks', (auditMarks) => ({
      async add(name, expiresAt) {
        await auditMarks.add(name, expiresAt);
        return true;
      },
    })),
  },
  {
    fault: 'remembers a claim for ever',
    caughtBy: 'remembers a claim for its account and key until it expires',
    breakRepositories: but('idempotency', (idempotency) => ({
      find: (accountId, keyHash) => idempotency.find(accountId, keyHash, 0),
    })),
  },
  {
    fault: 'shares claims among accounts',
    caughtBy: 'remembers a claim for its account and key until it expires',
    breakRepositories: (sound) => ({
      idempotency: {
        ...sound.idempotency,
        async find(_, keyHash, now) {
          for (const { id } of await sound.accounts.list()) {
            const found = await sound.idempotency.find(id, keyHash, now);
            if (found !== undefined) return found;
          }
          return undefined;
        },
      },
    }),
  },
  {
    fault: 'keeps the first claim of a key',
    caughtBy: 'replaces an expired claim of the same key',
    breakRepositories: but('idempotency', (idempotency) => ({
      async add(claim) {
        if ((await idempotency.find(claim.accountId, claim.keyHash, 0)) === undefined)
          await idempotency.add(claim);
      },
    })),
  },
  {
    fault: 'forgets what was sent under a claim',
    caughtBy: 'remembers with a claim what was sent under it',
    breakRepositories: but('idempotency', (idempotency) => ({
      add: ({ accountId, keyHash, requestHash, expiresAt }) =>
        idempotency.add({ accountId, keyHash, requestHash, expiresAt }),
    })),
  },
  {
    fault: 'settles a request again and again',
    caughtBy:
      'settles a request once for its account and key until it expires, whatever runs beside',
    breakRepositories: but('idempotency', (idempotency) => ({
      async settle(settled, now) {
        await idempotency.settle(settled, now);
        return true;
      },
    })),
  },
  {
    fault: 'deletes claims that live',
    caughtBy: 'deletes expired claims, and says how many',
    breakRepositories: but('idempotency', (idempotency) => ({
      deleteExpired: (now) => idempotency.deleteExpired(now + 1),
    })),
  },
  {
    fault: 'takes everything in history for alive',
    caughtBy: 'tells history newest first, with everything that was sent, ended or not',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: async (id, limit, olderThan) =>
        (await dispatches.listHistory(id, limit, olderThan)).map((entry) => ({
          ...entry,
          endedAt: undefined,
        })),
    })),
  },
];
