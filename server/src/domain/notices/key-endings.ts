import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Events, EventRows } from '../model/event.ts';
import type { AccountId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';

/** How many days before a key ends its owner is told, the first and the last time. */
export const firstNoticeDays = 14;
export const lastNoticeDays = 1;

/** How many keys one transaction tells of. */
const batchSize = 100;

interface Dependencies {
  database: DatabaseOf<'accounts' | 'apiKeys' | EventRows>;
  events: Events;
  clock: Clock;
  actor: Actor;
}

export type KeyEndings = ReturnType<typeof createKeyEndings>;

/** Tells people by mail that their API keys end soon, 14 days and 1 day before, once each. */
export function createKeyEndings({ database, events, clock, actor }: Dependencies) {
  /** The mark and the mail are in one transaction. Who sets the mark sends the mail, whatever another process does. */
  async function tellSome(
    repositories: Pick<Repositories, 'accounts' | 'apiKeys' | EventRows>,
  ): Promise<number> {
    const now = clock.now();
    const lastFrom = now + lastNoticeDays * day;
    const due = await repositories.apiKeys.listEnding(
      { now, until: now + firstNoticeDays * day, lastFrom },
      batchSize,
    );
    const told = new Set<AccountId>();
    for (const { id, accountId, expiresAt } of due) {
      const days = expiresAt <= lastFrom ? lastNoticeDays : firstNoticeDays;
      if (await repositories.apiKeys.noteTold(id, days)) told.add(accountId);
    }
    for (const accountId of told) {
      const account = await repositories.accounts.lock(accountId);
      if (account === undefined) continue;
      // It lists all keys of the account that end soon.
      await events.tell(repositories, actor, { action: 'key.expiring', account });
    }
    return due.length;
  }

  return {
    /** Returns how many keys were told of. */
    async tellOwners(stopping?: AbortSignal): Promise<number> {
      let told = 0;
      for (;;) {
        const batch = await database.transact(tellSome);
        told += batch;
        if (batch < batchSize || stopping?.aborted === true) return told;
      }
    },
  };
}
