import { createStorage } from '../domain/administration/storage.ts';
import type { Clock } from '../domain/model/clock.ts';
import { minute, second } from '../domain/model/clock.ts';
import type { Database } from '../domain/model/database.ts';
import { auditVerifiedNote } from '../domain/model/database.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';
import { lanes } from '../domain/model/outbox.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import { boundedLook, cacheResult } from '../health/readiness.ts';
import { metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single, snapshotOf } from './snapshot.ts';

interface Dependencies {
  database: Database;
  blobs: Pick<BlobStore, 'freeBytes' | 'listQuarantined' | 'name'>;
  keyRing: Pick<KeyRing, 'buckets'>;
  clock: Clock;
  log: { warn(facts: object, text: string): void };
}

/** However often it is scraped, the stores are asked once in this time. */
const holdMs = 15 * second;
/** A look into the quarantine of a bucket is a request that costs. */
const holdQuarantineMs = 15 * minute;
/** Counting further would read a row for each. */
const maxCounted = 1000;

/** What the stores of an installation know. A value that cannot be read soon is left out. */
export function createInstallationMetrics(dependencies: Dependencies) {
  const { database, blobs, keyRing, clock, log } = dependencies;
  const storage = createStorage({ database, blobs, clock, defaultQuotaBytes: undefined });
  const countQuarantined = cacheResult(clock, holdQuarantineMs, async (): Promise<number> => {
    const seen = new Set<string>();
    for await (const { key } of blobs.listQuarantined()) {
      seen.add(key);
      if (seen.size === maxCounted) break;
    }
    return seen.size;
  });

  const reads: readonly (() => Promise<MetricSnapshot[]>)[] = [
    async () => {
      const backlogs = await Promise.all(
        lanes.map(async (lane) => ({ lane, ...(await database.outbox.measureBacklog(lane)) })),
      );
      return [
        snapshotOf(
          metricTable.outboxWaiting,
          backlogs.map(({ lane, count }) => [{ lane }, count]),
        ),
        snapshotOf(
          metricTable.outboxAge,
          backlogs.map(({ lane, oldestAt }) => [{ lane }, secondsSince(oldestAt)]),
        ),
      ];
    },
    async () => {
      const [oldest] = await database.dispatches.listDue(clock.now(), 1);
      return [single(metricTable.expiryLag, secondsSince(oldest?.expiresAt))];
    },
    async () => {
      const garbage = await database.files.listGarbage(blobs.name, maxCounted);
      return [single(metricTable.garbage, garbage.length)];
    },
    async () => [single(metricTable.storageFree, await blobs.freeBytes())],
    async () => [single(metricTable.storedBytes, (await storage.read()).bytes)],
    async () => [single(metricTable.databaseSize, await database.sizeBytes())],
    async () => [single(metricTable.quarantined, await countQuarantined())],
    async () => [single(metricTable.keyBuckets, (await keyRing.buckets()).length)],
    async () => {
      const note = await database.installationValues.find(auditVerifiedNote);
      return [
        single(metricTable.auditVerified, note === undefined ? undefined : Number(note) / 1000),
      ];
    },
  ].map((read) => boundedLook(read));

  /** 0 for what is not there, or not due yet. */
  function secondsSince(instant: number | undefined): number {
    return instant === undefined ? 0 : Math.max(0, clock.now() - instant) / 1000;
  }

  return cacheResult(clock, holdMs, async (): Promise<MetricSnapshot[]> => {
    const results = await Promise.allSettled(reads.map((read) => read()));
    const failed = results.filter((result) => result.status === 'rejected');
    for (const { reason } of failed)
      log.warn({ err: reason as unknown }, 'a metric could not be read');
    return [
      ...results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      single(metricTable.failedReads, failed.length),
    ];
  });
}
