import { day } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { AccountId, ApiKeyId } from '../model/ids.ts';
import { inBatches } from '../model/in-batches.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How many days before a key ends its owner is told, the first and the last time. */
export const firstNoticeDays = 14;
const lastNoticeDays = 1;

/** How many keys one transaction tells of. */
const batchSize = 100;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'accounts' | 'apiKeys' | EventRows>;
  actor: Actor;
}

export type KeyEndings = ReturnType<typeof createKeyEndings>;

/** Tells feeds, and people by mail, that API keys end soon, 14 days and 1 day before, once each. */
export function createKeyEndings({ database, events, clock, actor }: Dependencies) {
  /** The mark and the mail are in one transaction. Who sets the mark sends the mail, whatever another process does. */
  async function tellSome(
    repositories: Pick<Repositories, 'accounts' | 'apiKeys' | EventRows>,
    limit: number,
  ): Promise<number> {
    const now = clock.now();
    const lastFrom = now + lastNoticeDays * day;
    const due = await repositories.apiKeys.listEnding(
      { now, until: now + firstNoticeDays * day, lastFrom },
      limit,
    );
    const told = new Map<AccountId, ApiKeyId[]>();
    for (const { id, accountId, expiresAt } of due) {
      const days = expiresAt <= lastFrom ? lastNoticeDays : firstNoticeDays;
      if (!(await repositories.apiKeys.noteTold(id, days))) continue;
      told.set(accountId, [...(told.get(accountId) ?? []), id]);
    }
    for (const [accountId, [first, ...others]] of told) {
      const account = await repositories.accounts.lock(accountId);
      if (account === undefined || first === undefined) continue;
      const event = { action: 'key.expiring', account } as const;
      // Programs read no mail: those of an API account are told by its feed alone.
      const mails = account.role === 'api' ? { mails: [] } : {};
      await events.tell(repositories, actor, { ...event, ...mails, ids: { key: first } });
      // The mail lists all keys of the account that end soon.
      for (const key of others) {
        await events.tell(repositories, actor, { ...event, ids: { key }, mails: [] });
      }
    }
    return due.length;
  }

  return {
    /** Returns how many keys were told of. */
    async tellOwners(stopping?: AbortSignal): Promise<number> {
      return await inBatches(database, batchSize, tellSome, stopping);
    },
  };
}
