import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../model/principal.ts';
import type { EventRows } from '../model/event.ts';
import type { BlobInfo, BlobStore } from '../ports/blob-store.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Instant } from '../model/clock.ts';
import type { FileId } from '../model/ids.ts';
import type { DatabaseOf } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';

const batchSize = 200;

/** Crashes leave at most this many orphans; more come from a wrong database. */
const usualOrphans = 100;
const usualShare = 0.05;

/** How many are moved in one run; the next run takes the rest. */
const mostInOneRun = 10_000;

/**
 * The number of orphans that were found and left alone, and of all blobs; empty while there is no fault.
 */
export const sparedOrphansNote = 'blobs.spared_orphans';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'files' | 'installationValues' | 'segments' | EventRows>;
  blobs: BlobStore;
  actor: Actor;
  /** How long orphans are kept before they are removed for good. */
  quarantineMs: number;
}

/** Blobs without a row: what an upload leaves when the process dies before its rows are written. */
export function createOrphans(dependencies: Dependencies) {
  const { database, blobs, events, clock, actor, quarantineMs } = dependencies;

  async function listKnown(keys: readonly string[]): Promise<Set<string>> {
    const files = await database.files.known(keys as FileId[]);
    return new Set([...files, ...(await database.segments.known(keys))]);
  }

  /** The blobs in batches, each divided into those with a row and those without. */
  async function* divide<Blob extends { key: string }>(found: AsyncIterable<Blob>) {
    async function divideBatch(batch: readonly Blob[]) {
      const keys = await listKnown(batch.map(({ key }) => key));
      const isKnown = ({ key }: Blob): boolean => keys.has(key);
      await nextTurn();
      return { known: batch.filter(isKnown), unknown: batch.filter((blob) => !isKnown(blob)) };
    }
    let batch: Blob[] = [];
    for await (const blob of found) {
      batch.push(blob);
      if (batch.length < batchSize) continue;
      yield await divideBatch(batch);
      batch = [];
    }
    yield await divideBatch(batch);
  }

  async function* listOlder(before: Instant): AsyncGenerator<BlobInfo> {
    for await (const blob of blobs.list()) if (blob.modifiedAt < before) yield blob;
  }

  /** Blobs whose rows reappeared, such as with a newer database, are moved back. */
  async function putBackKnown(): Promise<number> {
    let count = 0;
    for await (const { known } of divide(blobs.listQuarantined())) {
      for (const blob of known) await blobs.putBack(blob);
      count += known.length;
    }
    if (count > 0) await record('blobs.put_back', count);
    return count;
  }

  async function record(
    action: 'blobs.quarantined' | 'blobs.put_back' | 'blobs.orphans_spared',
    count: number,
  ): Promise<void> {
    const outcome = action === 'blobs.orphans_spared' ? ('refused' as const) : ('ok' as const);
    await database.transact((repositories) =>
      events.tell(repositories, actor, {
        action,
        account: undefined,
        object: 'blobs',
        outcome,
        details: { count },
      }),
    );
  }

  /** Throws, and stores the finding, when there are more orphans than crashes leave. */
  async function refuseMany(orphans: number, total: number): Promise<void> {
    const noted = (await database.installationValues.find(sparedOrphansNote)) ?? '';
    const isUsual = orphans <= Math.max(usualOrphans, total * usualShare);
    const found = isUsual ? '' : `${orphans} of ${total}`;
    if (found !== noted) await database.installationValues.set(sparedOrphansNote, found);
    if (isUsual) return;
    // Once for each finding, and not once an hour.
    if (found !== noted) await record('blobs.orphans_spared', orphans);
    throw new ValiseError(
      'data_unsafe',
      `The database does not know ${found} stored files, and none was moved. If the database is not the newest, put that one back. If it is, run: valise recover --quarantine-orphans`,
    );
  }

  return {
    putBackKnown,

    /**
     * Moves blobs written before `before` that have no row into quarantine, and removes those whose time
     * there is over. No upload that began earlier may still be running. Returns how many were moved or
     * removed. With `evenMany`, also moves more than crashes leave.
     */
    async sweepOrphans(before: Instant, { evenMany = false } = {}): Promise<number> {
      let swept = await blobs.sweepAbandoned(before);
      await putBackKnown();
      swept += await blobs.discardQuarantined(clock.now() - quarantineMs);
      const orphans: string[] = [];
      let [count, total] = [0, 0];
      for await (const { known, unknown } of divide(listOlder(before))) {
        total += known.length + unknown.length;
        count += unknown.length;
        if (evenMany || orphans.length < mostInOneRun)
          orphans.push(...unknown.map(({ key }) => key));
      }
      await refuseMany(evenMany ? 0 : count, total);
      for (const key of orphans) await blobs.quarantine(key);
      if (orphans.length > 0) await record('blobs.quarantined', orphans.length);
      return swept + orphans.length;
    },
  };
}
