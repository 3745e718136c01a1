import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../model/principal.ts';
import type { EventMail, EventRows } from '../model/event.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { refuseOtherStore } from '../model/file.ts';
import type { Instant } from '../model/clock.ts';
import type { Dispatch, DispatchOverview } from '../model/dispatch.ts';
import { endSentOn } from '../dispatches/sent-on.ts';
import { listUnfetched } from '../downloads/link-downloads.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import { inBatches } from '../model/in-batches.ts';
import { createOrphans } from './orphans.ts';
import { createSpentKeys } from './spent-keys.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';

/** A remote store deletes many blobs in one request. */
const removedTogether = 1000;
const batchSize = 200;

/** Other writers, and everything else in this process, wait for a transaction: this bounds its size. */
const longestBatchMs = 50;

type RepositoryName =
  | 'accounts'
  | 'dispatches'
  | 'downloads'
  | 'files'
  | 'installationValues'
  | 'keyBuckets'
  | 'pictures'
  | 'segments'
  | 'sentOn'
  | 'uploads'
  | EventRows;

type ExpiryRepositories = Pick<Repositories, RepositoryName>;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'keyRing'> {
  database: DatabaseOf<RepositoryName> & Pick<Database, 'scrub'>;
  blobs: BlobStore;
  actor: Actor;
  /** How long a key is kept once nothing needs it, so that a backup can be restored. */
  keyGraceMs: number;
  /** How long blobs without a row are kept before they are removed. */
  quarantineMs: number;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** Expiry: keys are destroyed first, bytes are removed afterwards. */
export function createExpiry(dependencies: Dependencies) {
  const { database, blobs, events, clock, actor } = dependencies;

  /** The mail to the sender about the receivers who did not download all files of a drop. */
  async function mailsOfUnfetched(
    repositories: ExpiryRepositories,
    overview: DispatchOverview,
  ): Promise<EventMail[]> {
    if (overview.dispatch.kind !== 'drop') return [];
    const sender = await repositories.accounts.lock(overview.dispatch.accountId);
    if (sender?.notices.reminders !== true) return [];
    const ids = (await listUnfetched(repositories, overview)).map(({ id }) => id);
    return [{ kind: 'unfetched', to: sender.email, receiverId: ids[0], ids }];
  }

  /**
   * Ends a due dispatch; returns whether it did. One that was listed as due may have been revoked, or
   * extended, before this transaction.
   */
  async function endDue(repositories: ExpiryRepositories, id: DispatchId): Promise<boolean> {
    const at = clock.now();
    const overview = await repositories.dispatches.find(id);
    if (overview === undefined || !isDue(overview, at)) return false;
    const { kind, accountId } = overview.dispatch;
    const mails = await mailsOfUnfetched(repositories, overview);
    await repositories.dispatches.end(id, at);
    const files = await repositories.files.shredDispatch(id, at);
    // Uploads through a grant that were not sent end with it.
    const lent = kind === 'grant' ? overview.receivers : [];
    const uploads = await repositories.uploads.shredFor(
      lent.map((receiver) => receiver.id),
      at,
    );
    await endSentOn(dependencies, repositories, actor, { dispatch: id });
    await events.tell(repositories, actor, {
      action: `${kind}.expired`,
      account: { id: accountId },
      ids: { dispatch: id, dispatchKind: kind },
      details: kind === 'grant' ? { uploads } : { files },
      mails,
    });
    return true;
  }

  /** Ends due dispatches, as many as one transaction may take; returns how many. */
  async function endSome(
    repositories: ExpiryRepositories,
    due: readonly Dispatch[],
  ): Promise<number> {
    const enoughAt = clock.monotonic() + longestBatchMs;
    let ended = 0;
    for (const { id } of due) {
      if (await endDue(repositories, id)) ended += 1;
      if (clock.monotonic() >= enoughAt) break;
    }
    return ended;
  }

  /**
   * Ends each in a transaction of its own, so that one that cannot be ended does not block the others;
   * throws its error then.
   */
  async function endOneByOne(due: readonly Dispatch[]): Promise<number> {
    const faults: unknown[] = [];
    let ended = 0;
    for (const dispatch of due) {
      try {
        ended += await database.transact((repositories) => endSome(repositories, [dispatch]));
      } catch (error) {
        faults.push(error);
      }
      await nextTurn();
    }
    if (faults.length > 0) throw faults[0];
    return ended;
  }

  /**
   * Shreds and records some abandoned uploads; returns how many. They are listed in the transaction that
   * shreds them: one listed before may have grown, or been sent, by then.
   */
  async function shredSome(repositories: ExpiryRepositories, limit: number): Promise<number> {
    const at = clock.now();
    const abandoned = await repositories.uploads.listAbandoned(at, limit);
    for (const { id, ownerId, accountId } of abandoned) {
      await repositories.uploads.shred(id, at);
      // What a receiver left behind at a request is no upload of the account.
      const isOwn = ownerId === accountId;
      await events.tell(repositories, actor, {
        action: 'upload.expired',
        account: isOwn ? { id: accountId } : undefined,
        ids: { file: id },
        object: id,
      });
    }
    return abandoned.length;
  }

  /** The bytes of a content are its segments or, where it has none, the blob of its own name. */
  async function removeBytes(ids: readonly FileId[]): Promise<void> {
    const keys: string[] = [];
    for (const id of ids) {
      for (const { blobKey, store } of await database.segments.list(id)) {
        refuseOtherStore(blobs, store);
        keys.push(blobKey);
      }
      keys.push(id);
      if (keys.length >= removedTogether) await blobs.deleteMany(keys.splice(0));
    }
    await blobs.deleteMany(keys);
    await database.segments.forget(ids);
    await database.pictures.forget(ids);
  }

  return {
    /** Ends due dispatches and makes their files unreadable; returns how many ended. */
    async endDueDispatches(stopping?: AbortSignal): Promise<number> {
      let ended = 0;
      while (stopping?.aborted !== true) {
        const due = await database.dispatches.listDue(clock.now(), batchSize);
        if (due.length === 0) break;
        try {
          ended += await database.transact((repositories) => endSome(repositories, due));
        } catch (error) {
          // A fault of the machine would hit each part of the transaction again.
          if (error instanceof ValiseError) throw error;
          ended += await endOneByOne(due);
        }
        // Database calls alone keep this loop in microtasks: it yields so that other work runs.
        await nextTurn();
      }
      if (ended > 0) await database.scrub();
      return ended;
    },

    /** Makes uploads unreadable that can no longer be sent; returns how many. */
    async shredAbandonedUploads(): Promise<number> {
      return await inBatches(database, batchSize, shredSome);
    },

    /**
     * Removes the bytes of shredded files and uploads, unless others share them; returns how many. Their keys must be
     * out of the database's journal first: while others read there, they stay garbage and are tried again.
     */
    async reclaimGarbage(stopping?: AbortSignal): Promise<number> {
      let reclaimed = 0;
      while (stopping?.aborted !== true) {
        const files = await database.files.listGarbage(blobs.name, batchSize);
        const uploads = await database.uploads.listGarbage(batchSize);
        if (files.length + uploads.length === 0) break;
        if (!(await database.scrub())) break;
        await removeBytes(await database.files.listUnusedContents([...files, ...uploads]));
        await database.files.markReclaimed(files, clock.now());
        await database.uploads.remove(uploads);
        reclaimed += files.length + uploads.length;
        if (files.length < batchSize && uploads.length < batchSize) break;
      }
      return reclaimed;
    },

    ...createSpentKeys(dependencies),

    ...createOrphans(dependencies),
  };
}

function isDue({ endedAt, dispatch }: DispatchOverview, at: Instant): boolean {
  return endedAt === undefined && dispatch.expiresAt <= at;
}
