import { setImmediate as nextTurn } from 'node:timers/promises';

import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { day, hour, utcDay } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Rewrapped, StoredFile } from '../model/file.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import type { KeyBucket, Keyed, KnownBucket } from '../model/key-ring.ts';
import { bucketDay, expiryBucket, findRewrapped, trayBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

const batchSize = 200;

/** A bucket may be used for this long after its day, by uploads that began just before midnight. */
const lateUseMs = hour;

/** When nothing can need the key of a bucket any more. It is destroyed `keyGrace` later, or after that. */
export function endOfUse(bucket: KeyBucket): Instant {
  return Date.parse(bucketDay(bucket)) + day + lateUseMs;
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'keyRing'> {
  database: DatabaseOf<'dispatches' | 'files' | 'keyBuckets' | 'uploads' | EventRows>;
  actor: Actor;
  /** How long a key is kept once nothing needs it, so that a backup can be restored. */
  keyGraceMs: number;
}

/** Rows whose keys can be moved to another bucket. */
interface KeyedRows<Item extends Keyed> {
  listInBucket(bucket: KeyBucket, limit: number, after?: FileId): Promise<Item[]>;
  rewrap(moved: readonly Rewrapped[]): Promise<void>;
}

/**
 * Destroys the keys of past days that no readable file needs, so that not even an old backup of the
 * database and the blobs can restore those files.
 */
export function createSpentKeys(dependencies: Dependencies) {
  const { database, keyRing, events, clock, actor, keyGraceMs } = dependencies;

  /**
   * Rewraps the keys for the buckets where they belong; leaves out those without a bucket and those that
   * cannot be read.
   */
  async function rewrapAll<Item extends Keyed>(
    items: readonly Item[],
    findBucket: (item: Item) => Promise<KeyBucket | undefined>,
  ): Promise<Rewrapped[]> {
    const moved: Rewrapped[] = [];
    for (const item of items) {
      const to = await findBucket(item);
      if (to === undefined || to === item.keyBucket) continue;
      // One that cannot be read must not block the others. A reader of the file is told.
      const wrappedKey = await findRewrapped(keyRing, item, await keyRing.ensure(to));
      if (wrappedKey !== undefined) moved.push({ id: item.id, wrappedKey, keyBucket: to });
    }
    return moved;
  }

  /** Moves keys out of the bucket, in batches. The transaction lists them again: some may have been sent since. */
  async function moveAll<Item extends Keyed>(
    bucket: KeyBucket,
    rowsOf: (repositories: Pick<Repositories, 'files' | 'uploads'>) => KeyedRows<Item>,
    findBucket: (item: Item) => Promise<KeyBucket | undefined>,
  ): Promise<void> {
    let after: FileId | undefined;
    do {
      const items = await rowsOf(database).listInBucket(bucket, batchSize, after);
      const moved = await rewrapAll(items, findBucket);
      if (moved.length > 0) {
        const from = after;
        await database.transact(async (repositories) => {
          const rows = rowsOf(repositories);
          const listed = await rows.listInBucket(bucket, batchSize, from);
          const still = new Set(listed.map(({ id }) => id));
          await rows.rewrap(moved.filter(({ id }) => still.has(id)));
        });
      }
      after = items.length < batchSize ? undefined : items.at(-1)?.id;
      await nextTurn();
    } while (after !== undefined);
  }

  /**
   * Moves what is still needed out of a bucket whose day is over: extended files to the day of their new
   * end, and files in trays or uploads to today's.
   */
  async function empty(bucket: KeyBucket, now: Instant): Promise<void> {
    await moveAll(bucket, ({ files }) => files, bucketFinder(database, now));
    await moveAll(
      bucket,
      ({ uploads }) => uploads,
      () => Promise.resolve(trayBucket(now)),
    );
  }

  /** Records which buckets are no longer needed; returns those for which the grace period is over, too. */
  async function findSpent(past: readonly KnownBucket[], now: Instant): Promise<KeyBucket[]> {
    const used = new Set([
      ...(await database.files.listUsedBuckets()),
      ...(await database.uploads.listUsedBuckets()),
    ]);
    const spent: KeyBucket[] = [];
    for (const { bucket, spentAt } of past) {
      const isUsed = used.has(bucket);
      // An instant in the future was stored by a clock that has been set back since.
      const isNoted = spentAt !== undefined && spentAt <= now;
      if (isUsed && spentAt !== undefined) await database.keyBuckets.noteSpent(bucket, undefined);
      if (!isUsed && !isNoted) await database.keyBuckets.noteSpent(bucket, now);
      if (!isUsed && isNoted && now - spentAt >= keyGraceMs) spent.push(bucket);
    }
    return spent;
  }

  return {
    /** Returns how many keys were destroyed. Those that this database did not create stay. */
    async destroySpentKeys(): Promise<number> {
      const now = clock.now();
      const over = utcDay(now - lateUseMs);
      const kept = new Set(await keyRing.buckets());
      const known = await database.keyBuckets.list();
      // A kill between the keyring and the database leaves a bucket without a key.
      const gone = known.map(({ bucket }) => bucket).filter((bucket) => !kept.has(bucket));
      await database.keyBuckets.remove(gone.filter((bucket) => bucketDay(bucket) < over));
      const past = known.filter(({ bucket }) => kept.has(bucket) && bucketDay(bucket) < over);
      for (const { bucket } of past) await empty(bucket, now);
      const spent = await findSpent(past, now);
      if (spent.length === 0) return 0;
      await keyRing.destroy(spent);
      await database.transact(async (repositories) => {
        await repositories.keyBuckets.remove(spent);
        for (const bucket of spent) {
          await events.tell(repositories, actor, {
            action: 'keys.destroyed',
            account: undefined,
            object: bucket,
          });
        }
      });
      return spent.length;
    },
  };
}

/** Finds the bucket that a file belongs to now: none for an expired one. */
function bucketFinder({ dispatches }: Pick<Repositories, 'dispatches'>, now: Instant) {
  const ends = new Map<DispatchId, Instant>();

  async function findEnd(id: DispatchId): Promise<Instant> {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const overview = await dispatches.find(id);
    const end = overview?.dispatch.expiresAt ?? 0;
    ends.set(id, end);
    return end;
  }

  return async ({ dispatchId }: StoredFile): Promise<KeyBucket | undefined> => {
    if (dispatchId === undefined) return trayBucket(now);
    const expiresAt = await findEnd(dispatchId);
    return expiresAt > now ? expiryBucket(expiresAt) : undefined;
  };
}

/**
 * What the database knows of the keyring: which buckets it created, and the number of the newest change.
 * The number is stored here before the keyring gets it. So a crash between the two leaves the database
 * ahead, which is harmless; a keyring that is ahead belongs to a newer database.
 */
export interface KeyLedger {
  /** The number of the newest change that was announced; 0 before the first. */
  changes(): Promise<number>;
  /**
   * Announces a change that makes these buckets. Returns its number, which is greater than that of
   * any earlier change and than `keyringChanges`. Resolves once this would survive a power cut.
   */
  announce(keyringChanges: number, made: readonly KeyBucket[]): Promise<number>;
}

const changesNote = 'keyring.changes';

export function createKeyLedger(
  database: DatabaseOf<'installationValues' | 'keyBuckets'>,
): KeyLedger {
  return {
    changes: () => readChanges(database),

    announce: (keyringChanges, made) =>
      database.transact(async (repositories) => {
        const number = Math.max(await readChanges(repositories), keyringChanges) + 1;
        await repositories.installationValues.set(changesNote, String(number));
        await repositories.keyBuckets.add(made);
        return number;
      }),
  };
}

async function readChanges({
  installationValues,
}: Pick<Repositories, 'installationValues'>): Promise<number> {
  return Number((await installationValues.find(changesNote)) ?? 0);
}
