import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'inboxQueue' | EventRows>;
  events: Events;
  clock: Clock;
  actor: Actor;
}

/** How many items one transaction parks. */
const batchSize = 100;

export type InboxParking = ReturnType<typeof createInboxParking>;

/** Parks what programs were handed too often without acknowledging it, and tells the feed of its account. */
export function createInboxParking({ database, events, clock, actor }: Dependencies) {
  return {
    /** Returns how many items were parked. */
    async parkSpent(stopping?: AbortSignal): Promise<number> {
      let parked = 0;
      for (;;) {
        const now = clock.now();
        const spent = await database.inboxQueue.listSpent(now, batchSize);
        if (spent.length === 0) return parked;
        parked += await database.transact(async (repositories) => {
          let count = 0;
          const ids = await repositories.accounts.findIds(spent.map(({ email }) => email));
          for (const { receiverId, email, token: item } of spent) {
            if (!(await repositories.inboxQueue.park(receiverId, now))) continue;
            count += 1;
            const id = ids.get(email);
            if (id === undefined) continue;
            const happening = { action: 'inbox.parked', account: { id }, ids: { item } } as const;
            await events.tell(repositories, actor, happening);
          }
          return count;
        });
        if (spent.length < batchSize || stopping?.aborted === true) return parked;
      }
    },
  };
}
