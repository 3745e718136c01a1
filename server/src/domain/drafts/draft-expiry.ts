import type { EventRows } from '../model/event.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { inBatches } from '../model/in-batches.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How many are removed in one transaction, which blocks all other writers. A draft may have thousands of files. */
const batchSize = 10;

type RepositoryName = 'accounts' | 'drafts' | 'uploads' | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<RepositoryName>;
  actor: Actor;
}

export type DraftExpiry = ReturnType<typeof createDraftExpiry>;

/** Removes drafts that were not sent, with their files, and what is left of those that were. */
export function createDraftExpiry({ database, events, clock, actor }: Dependencies) {
  async function expireSome(
    repositories: Pick<Repositories, RepositoryName>,
    limit: number,
  ): Promise<number> {
    const now = clock.now();
    const expired = await repositories.drafts.listExpired(now, limit);
    for (const { id, accountId } of expired) {
      const account = await repositories.accounts.lock(accountId);
      const files = await repositories.uploads.shredFor([id], now);
      await repositories.drafts.remove(id);
      // A draft without files was sent, or never had any.
      if (files === 0) continue;
      await events.tell(repositories, actor, {
        action: 'draft.expired',
        account: account ?? { id: accountId },
        ids: { draft: id },
        details: { files, account: account?.email ?? accountId },
      });
    }
    return expired.length;
  }

  return {
    /** Returns how many drafts were removed. */
    async expireDrafts(stopping: AbortSignal): Promise<number> {
      return await inBatches(database, batchSize, expireSome, stopping);
    },
  };
}
