import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

const lists = 'lists what is in an inbox in either order, part by part, by state, time and request';
const leases = 'leases what is free, oldest first, until the lease ends or it is acknowledged';
const parks = 'parks what was leased too often, and hands it out again once it is taken out';

export const queueFaults: readonly Fault[] = [
  {
    fault: 'lists an inbox from its beginning on each part',
    caughtBy: lists,
    breakRepositories: but('inboxQueue', (queue) => ({
      list: (email, now, query) => queue.list(email, now, { ...query, after: undefined }),
    })),
  },
  {
    fault: 'lists items of any state',
    caughtBy: lists,
    breakRepositories: but('inboxQueue', (queue) => ({
      list: (email, now, query) => queue.list(email, now, { ...query, state: undefined }),
    })),
  },
  {
    fault: 'lists what came through any request',
    caughtBy: 'says through which request an item came, and lists the files of items',
    breakRepositories: but('inboxQueue', (queue) => ({
      list: (email, now, query) => queue.list(email, now, { ...query, requestId: undefined }),
    })),
  },
  {
    fault: 'leases to whoever asks',
    caughtBy: leases,
    breakRepositories: but('inboxQueue', (queue) => ({
      lease: (ids, given) => queue.lease(ids, { ...given, now: given.now + 1e9 }),
    })),
  },
  {
    fault: 'takes acknowledgements of leases that have ended',
    caughtBy: leases,
    breakRepositories: but('inboxQueue', (queue) => ({
      acknowledge: (id, nonce, now) => queue.acknowledge(id, nonce, now - 1),
    })),
  },
  {
    fault: 'leases what needs a code',
    caughtBy:
      'leases nothing that is over, was revoked, or needs a code that the key does not replace',
    breakRepositories: but('inboxQueue', (queue) => ({
      listFree: (email, now, { limit }) => queue.listFree(email, now, { codesSince: -1, limit }),
    })),
  },
  {
    fault: 'parks what is leased',
    caughtBy: parks,
    breakRepositories: but('inboxQueue', (queue) => ({
      park: (id, now) => queue.park(id, now + 1e9),
    })),
  },
  {
    fault: 'takes nothing out of parking',
    caughtBy: parks,
    breakRepositories: without('inboxQueue', 'unpark'),
  },
];
