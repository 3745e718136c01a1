import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock, Instant } from './clock.ts';
import { hour, utcDay } from './clock.ts';
import type { FileId } from './ids.ts';
import type { KeyRing } from './key-ring.ts';
import { bucketDay } from './key-ring.ts';
import type { Store } from './store.ts';

const batchSize = 200;

/** A bucket's key outlives its day by this much, for what was begun just before midnight. */
const bucketGraceMs = hour;

interface Dependencies {
  store: Store;
  blobs: BlobStore;
  keyRing: KeyRing;
  audit: AuditTrail;
  clock: Clock;
  actor: Actor;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** What happens when time is over: keys are destroyed first, bytes follow. */
export function createExpiry({ store, blobs, keyRing, audit, clock, actor }: Dependencies) {
  return {
    /** Ends what is due and makes its files unreadable; returns how many dispatches ended. */
    async endDueDispatches(): Promise<number> {
      let ended = 0;
      for (;;) {
        const due = await store.dispatches.listDue(clock.now(), batchSize);
        for (const dispatch of due) {
          await store.transact(async (repositories) => {
            const at = clock.now();
            await repositories.dispatches.end(dispatch.id, at);
            const files = await repositories.files.shredDispatch(dispatch.id, at);
            await audit.record(repositories, actor, {
              action: dispatch.kind === 'drop' ? 'drop.expired' : 'grant.expired',
              object: dispatch.id,
              outcome: 'ok',
              details: { files },
            });
          });
        }
        ended += due.length;
        if (due.length < batchSize) break;
      }
      if (ended > 0) await store.scrub();
      return ended;
    },

    /**
     * Removes the bytes of shredded files; returns how many files. Their keys must be out of the
     * database's journal first: while that fails, they stay garbage and are tried again.
     */
    async reclaimGarbage(): Promise<number> {
      let reclaimed = 0;
      for (;;) {
        const garbage = await store.files.listGarbage(batchSize);
        if (garbage.length > 0) await store.scrub();
        for (const id of garbage) await blobs.delete(id);
        await store.files.markReclaimed(garbage, clock.now());
        reclaimed += garbage.length;
        if (garbage.length < batchSize) return reclaimed;
      }
    },

    /**
     * Destroys the keys of past days that no readable file needs, so that not even an old backup
     * of the database and the blobs can bring those files back.
     */
    async destroySpentKeys(): Promise<number> {
      const today = utcDay(clock.now() - bucketGraceMs);
      const used = new Set(await store.files.listUsedBuckets());
      const spent = keyRing
        .buckets()
        .filter((bucket) => bucketDay(bucket) < today && !used.has(bucket));
      if (spent.length === 0) return 0;
      await keyRing.destroy(spent);
      await store.transact(async (repositories) => {
        for (const bucket of spent) {
          await audit.record(repositories, actor, {
            action: 'keys.destroyed',
            object: bucket,
            outcome: 'ok',
          });
        }
      });
      return spent.length;
    },

    /**
     * Removes bytes written before `before` that no row knows: what an upload leaves behind when the
     * process dies before its rows are written. No upload that began earlier may still be running.
     */
    async sweepOrphans(before: Instant): Promise<number> {
      let swept = await blobs.sweepAbandoned(before);
      let batch: FileId[] = [];
      async function sweepBatch(): Promise<void> {
        const known = await store.files.known(batch);
        for (const id of batch) {
          if (known.has(id)) continue;
          await blobs.delete(id);
          swept += 1;
        }
        batch = [];
      }
      for await (const { key, modifiedAt } of blobs.list()) {
        if (modifiedAt >= before) continue;
        batch.push(key as FileId);
        if (batch.length >= batchSize) await sweepBatch();
      }
      await sweepBatch();
      return swept;
    },
  };
}
