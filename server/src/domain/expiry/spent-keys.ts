import { setImmediate as nextTurn } from 'node:timers/promises';

import type { AuditTrail } from '../model/audit.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { hour, utcDay } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Rewrapped, StoredFile } from '../model/file.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { KeyBucket, KeyRing, KnownBucket } from '../model/key-ring.ts';
import { bucketDay, expiryBucket, trayBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import { isIntegrityFault } from '../model/valise-error.ts';

const batchSize = 200;

/** A bucket may be used for this long after its day, by what was begun just before midnight. */
const lateUseMs = hour;

interface Dependencies {
  database: DatabaseOf<'audit' | 'dispatches' | 'files' | 'keyBuckets' | 'uploads'>;
  keyRing: KeyRing;
  audit: AuditTrail;
  clock: Clock;
  actor: Actor;
  /** How long a key is kept once nothing needs it, so that a backup can be restored. */
  keyGraceMs: number;
}

/** What a key belongs to. */
type Keyed = Pick<StoredFile | IncomingUpload, 'id' | 'accountId' | 'wrappedKey' | 'keyBucket'>;

/**
 * Destroys the keys of past days that no readable file needs, so that not even an old backup of the
 * database and the blobs can bring those files back.
 */
export function createSpentKeys(dependencies: Dependencies) {
  const { database, keyRing, audit, clock, actor, keyGraceMs } = dependencies;

  /** The key under that of another bucket; undefined where it cannot be read any more. */
  function rewrap({ id, accountId, wrappedKey, keyBucket }: Keyed, to: KeyBucket) {
    const owner = { fileId: id, accountId };
    try {
      const fileKey = keyRing.unwrap(wrappedKey, owner, keyBucket);
      return { id, wrappedKey: keyRing.wrap(fileKey, owner, to), keyBucket: to };
    } catch (error) {
      // It must not keep the others. Who asks for the file is told that it cannot be read.
      if (isIntegrityFault(error)) return undefined;
      throw error;
    }
  }

  /** Rewraps what belongs elsewhere. A bucket without a key has to wait for the next time. */
  async function rewrapAll<Item extends Keyed>(
    items: readonly Item[],
    findBucket: (item: Item) => Promise<KeyBucket | undefined>,
  ): Promise<Rewrapped[]> {
    const ready = new Set(keyRing.buckets());
    const moved: Rewrapped[] = [];
    for (const item of items) {
      const to = await findBucket(item);
      if (to === undefined || to === item.keyBucket || !ready.has(to)) continue;
      const rewrapped = rewrap(item, to);
      if (rewrapped !== undefined) moved.push(rewrapped);
    }
    return moved;
  }

  /**
   * Moves what is still needed out of a bucket whose day is over: files that were given more time to
   * the day of their new end, and what lies in trays or is being uploaded to today's. What is moved
   * is listed in the transaction that moves it: what was listed before may have been sent since.
   */
  async function empty(bucket: KeyBucket, now: Instant): Promise<void> {
    const today = trayBucket(now);

    async function moveFiles(after: FileId | undefined): Promise<FileId | undefined> {
      const find = bucketFinder(database, now);
      for (const file of await database.files.listInBucket(bucket, batchSize, after)) {
        const to = await find(file);
        if (to !== undefined) await keyRing.ensure(to);
      }
      return await database.transact(async (repositories) => {
        const files = await repositories.files.listInBucket(bucket, batchSize, after);
        const find = bucketFinder(repositories, now);
        await repositories.files.rewrap(await rewrapAll(files, find));
        return files.length < batchSize ? undefined : files.at(-1)?.id;
      });
    }

    async function moveUploads(after: FileId | undefined): Promise<FileId | undefined> {
      const [found] = await database.uploads.listInBucket(bucket, 1, after);
      if (found === undefined) return undefined;
      await keyRing.ensure(today);
      return await database.transact(async ({ uploads }) => {
        const listed = await uploads.listInBucket(bucket, batchSize, after);
        await uploads.rewrap(await rewrapAll(listed, () => Promise.resolve(today)));
        return listed.length < batchSize ? undefined : listed.at(-1)?.id;
      });
    }

    for (const move of [moveFiles, moveUploads]) {
      let after: FileId | undefined;
      do {
        after = await move(after);
        await nextTurn();
      } while (after !== undefined);
    }
  }

  /** Notes which buckets nothing needs any more; returns those for which the grace is over, too. */
  async function findSpent(past: readonly KnownBucket[], now: Instant): Promise<KeyBucket[]> {
    const used = new Set([
      ...(await database.files.listUsedBuckets()),
      ...(await database.uploads.listUsedBuckets()),
    ]);
    const spent: KeyBucket[] = [];
    for (const { bucket, spentAt } of past) {
      const isUsed = used.has(bucket);
      // An instant to come was noted by a clock that has been set back since.
      const isNoted = spentAt !== undefined && spentAt <= now;
      if (isUsed && spentAt !== undefined) await database.keyBuckets.noteSpent(bucket, undefined);
      if (!isUsed && !isNoted) await database.keyBuckets.noteSpent(bucket, now);
      if (!isUsed && isNoted && now - spentAt >= keyGraceMs) spent.push(bucket);
    }
    return spent;
  }

  return {
    /** Returns how many keys were destroyed. Those that this database did not have made stay. */
    async destroySpentKeys(): Promise<number> {
      const now = clock.now();
      const over = utcDay(now - lateUseMs);
      const kept = new Set(keyRing.buckets());
      const known = await database.keyBuckets.list();
      // A kill between the keyring and the database leaves a bucket that has no key any more.
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
          await audit.record(repositories, actor, {
            action: 'keys.destroyed',
            object: bucket,
            outcome: 'ok',
          });
        }
      });
      return spent.length;
    },
  };
}

/** Finds the bucket that a file belongs to now: none for one whose time is over. */
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
 * What the database knows of the keyring: which buckets it had made, and the number of the newest
 * change. The number is noted here before the keyring gets it. So a crash between the two leaves the
 * database ahead, which is harmless; a keyring that is ahead belongs to a newer database.
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
