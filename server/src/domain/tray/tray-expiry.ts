import type { Actor } from '../model/principal.ts';
import type { Repositories, Database } from '../model/database.ts';
import { inBatches } from '../model/in-batches.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How many are removed in one transaction, which blocks all other writers. */
const batchSize = 100;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: Pick<Database, 'transact'>;
  actor: Actor;
  lifetimeMs: number;
}

export type TrayExpiry = ReturnType<typeof createTrayExpiry>;

/** Removes files that were uploaded and never sent, so that they cannot be part of a later drop. */
export function createTrayExpiry({ database, events, clock, actor, lifetimeMs }: Dependencies) {
  /** Listed in the transaction that shreds them: one listed before may have been sent by then. */
  async function expireSome(repositories: Repositories, limit: number): Promise<number> {
    const now = clock.now();
    const forgotten = await repositories.files.listForgotten(now - lifetimeMs, limit);
    for (const { id, accountId, name, createdAt } of forgotten) {
      const account = await repositories.accounts.lock(accountId);
      await repositories.files.shred(id, now);
      await events.tell(repositories, actor, {
        action: 'file.expired',
        account: account ?? { id: accountId },
        ids: { file: id },
        object: name,
        details: { fileId: id, account: account?.email ?? accountId, uploadedAt: createdAt },
      });
    }
    return forgotten.length;
  }

  return {
    /** Makes files unreadable that have been in a tray for too long; returns how many. */
    async expireForgotten(stopping: AbortSignal): Promise<number> {
      return await inBatches(database, batchSize, expireSome, stopping);
    },
  };
}
