import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const feedFaults: readonly Fault[] = [
  {
    fault: 'forgets what a drop of an event is called',
    caughtBy:
      'says what the caller of the API calls the drop or request of an event, while it is there',
    breakRepositories: but('feed', (feed) => ({
      list: async (id, place, limit) =>
        (await feed.list(id, place, limit)).map((event) => {
          const forgetful = { ...event };
          delete forgetful.reference;
          return forgetful;
        }),
    })),
  },
  {
    fault: 'forgets what an event is about',
    caughtBy: 'keeps all that an event says, in the order in which events were added',
    breakRepositories: but('feed', (feed) => ({
      add: (events) => feed.add(events.map((event) => ({ ...event, about: {} }))),
    })),
  },
  {
    fault: 'turns the order of events round',
    caughtBy: 'keeps all that an event says, in the order in which events were added',
    breakRepositories: but('feed', (feed) => ({
      add: (events) => feed.add([...events].reverse()),
    })),
  },
  {
    fault: 'shows the event at the place, too',
    caughtBy: 'gives no place twice, though the events before were removed',
    breakRepositories: but('feed', (feed) => ({
      list: async (id, place, limit) =>
        place === 0 ? await feed.list(id, place, limit) : await feed.list(id, place + 1, limit),
    })),
  },
  {
    fault: 'writes events outside of the transaction',
    caughtBy: 'adds an event outside of a transaction, and none of a transaction that fails',
    breakDatabase: (sound) => ({
      async transact(work) {
        let late: Parameters<typeof sound.feed.add>[0] = [];
        try {
          return await sound.transact((repositories) =>
            work({
              ...repositories,
              feed: {
                ...repositories.feed,
                add(events) {
                  late = events;
                  return Promise.resolve();
                },
              },
            }),
          );
        } finally {
          await sound.feed.add(late);
        }
      },
    }),
  },
  {
    fault: 'tells one end for all feeds',
    caughtBy: 'tells the end of each feed that has an event',
    breakRepositories: but('feed', (feed) => ({
      async listEnds(ids) {
        const end = Math.max(0, ...(await feed.listEnds(ids)).values());
        return new Map(ids.map((id) => [id, end]));
      },
    })),
  },
  {
    fault: 'keeps old events',
    caughtBy: 'gives no place twice, though the events before were removed',
    breakRepositories: without('feed', 'removeBefore'),
  },
  {
    fault: 'removes young events with the old ones',
    caughtBy: 'removes events that are too old, whether or not they were read, some at a time',
    breakRepositories: but('feed', (feed) => ({
      removeBefore: (at, limit) => feed.removeBefore(at + 1, limit),
    })),
  },
  {
    fault: 'keeps the events of an account that is removed',
    caughtBy: 'removes all events of one account, whether or not they were read',
    breakRepositories: without('feed', 'removeAll'),
  },
  {
    fault: 'shows nobody the events of other accounts',
    caughtBy: 'places the events of all accounts',
    breakRepositories: but('feed', (feed) => ({
      add: (events) => feed.add(events.slice(0, 1)),
    })),
  },
];
