import { noDraft } from '../dispatches/refusals.ts';
import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Draft } from '../model/draft.ts';
import type { DraftId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { findRoomForDraft, getUnsentDraft, isUntouched, maxDrafts } from './own-drafts.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

type RepositoryName = 'accounts' | 'drafts' | 'uploads' | EventRows;
type Some = Pick<Repositories, RepositoryName>;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<RepositoryName>;
  /** How long a draft is kept after its last change. */
  lifetimeMs: number;
}

/** How long a draft can be taken back. */
export const undoMs = hour;

export type DiscardedDrafts = ReturnType<typeof createDiscardedDrafts>;

/**
 * Drafts that people discard. Each stays for a while with its files, which count as before, and can be taken back; then
 * the job that removes expired drafts removes it. Meanwhile nobody finds it, and nothing can be added to it.
 */
export function createDiscardedDrafts({ database, events, clock, lifetimeMs }: Dependencies) {
  async function find({ drafts }: Pick<Some, 'drafts'>, account: Account, id: string) {
    const now = clock.now();
    const draft = idPattern.test(id) ? await drafts.findDiscarded(id as DraftId, now) : undefined;
    return draft?.accountId === account.id ? draft : undefined;
  }

  async function change<Result>(
    account: Account,
    act: (repositories: Some, now: Instant) => Promise<Result>,
  ): Promise<Result> {
    return await database.transact(async (repositories) => {
      await repositories.accounts.lock(account.id);
      return await act(repositories, clock.now());
    });
  }

  async function getDiscarded(repositories: Some, account: Account, id: string): Promise<Draft> {
    const draft = await find(repositories, account, id);
    if (draft === undefined) throw noDraft();
    return draft;
  }

  /** Its files cannot be read from then on. */
  async function destroy({ drafts, uploads }: Some, id: DraftId, now: Instant): Promise<number> {
    const files = await uploads.shredFor([id], now);
    await drafts.remove(id);
    return files;
  }

  /** Nobody can fill the database by discarding. */
  async function destroyOldest(repositories: Some, account: Account, now: Instant): Promise<void> {
    const discarded = await repositories.drafts.listDiscarded(account.id, now, maxDrafts);
    const [oldest] = discarded;
    if (oldest !== undefined && discarded.length >= maxDrafts) {
      await destroy(repositories, oldest, now);
    }
  }

  return {
    /** Discards a draft. One that has nothing in it is gone at once. */
    async discard(actor: Actor, account: Account, id: string): Promise<void> {
      await change(account, async (repositories, now) => {
        const draft = await getUnsentDraft(repositories, account, id, now);
        const { files } = await repositories.uploads.sumFor(draft.id);
        const chosen = await repositories.drafts.countChosen(draft.id);
        if (isUntouched({ ...draft, files: files + chosen })) {
          await repositories.drafts.remove(draft.id);
          return;
        }
        await destroyOldest(repositories, account, now);
        const at = { discardedAt: now, expiresAt: now + undoMs };
        await repositories.drafts.discard(draft.id, at);
        await events.tell(repositories, actor, {
          action: 'draft.discarded',
          account,
          ids: { draft: draft.id },
          details: { files },
        });
      });
    },

    /** A draft of the account that was discarded and can be taken back. */
    async find(account: Account, id: string): Promise<Draft | undefined> {
      return await find(database, account, id);
    },

    /**
     * Takes back that a draft was discarded. Throws `not_found` once it is gone, and `too_large` when the account has
     * begun too many others meanwhile. Where it was taken back before, nothing happens.
     */
    async restore(actor: Actor, account: Account, id: string): Promise<void> {
      await change(account, async (repositories, now) => {
        const draft = await find(repositories, account, id);
        if (draft === undefined) {
          await getUnsentDraft(repositories, account, id, now);
          return;
        }
        const { replaced } = await findRoomForDraft(repositories, account.id, now);
        if (replaced !== undefined) await repositories.drafts.remove(replaced);
        await repositories.drafts.restore(draft.id, now + lifetimeMs);
        const ids = { draft: draft.id };
        await events.tell(repositories, actor, { action: 'draft.restored', account, ids });
      });
    },

    /** Removes a discarded draft before its time. Throws `not_found` once it is gone. */
    async remove(actor: Actor, account: Account, id: string): Promise<void> {
      await change(account, async (repositories, now) => {
        const draft = await getDiscarded(repositories, account, id);
        const files = await destroy(repositories, draft.id, now);
        const details = { files };
        const ids = { draft: draft.id };
        await events.tell(repositories, actor, { action: 'draft.removed', account, ids, details });
      });
    },
  };
}
