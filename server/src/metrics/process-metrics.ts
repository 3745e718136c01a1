import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import type { Database } from '../domain/model/database.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import { databaseMetrics } from './database-metrics.ts';
import { labelValues, metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { snapshotOf } from './snapshot.ts';
import { createStoreMetrics } from './store-metrics.ts';

export interface MeasuredStores {
  database: Pick<Database, 'connectionUse'>;
  blobs: Pick<BlobStore, 'watchRequests'>;
}

const resolutionMs = 20;

/** Measures this process, and its use of the stores. */
export function createProcessMetrics(
  process_: (typeof labelValues.process)[number],
  { database, blobs }: MeasuredStores,
) {
  const store = createStoreMetrics(blobs);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const label = { process: process_ };

  /** The histogram holds the time between two timers; only what exceeds their distance is a delay. */
  function delaySeconds(percentile: string): number {
    const nanoseconds = delay.percentile(Number(percentile));
    return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  }

  return {
    snapshot(): MetricSnapshot[] {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      const delays = labelValues.percentile.map(
        (percentile) =>
          [{ ...label, percentile }, delay.count > 0 ? delaySeconds(percentile) : 0] as const,
      );
      delay.reset();
      return [
        snapshotOf(metricTable.loopDelay, delays),
        snapshotOf(metricTable.loopActive, [
          [label, performance.eventLoopUtilization().active / 1000],
        ]),
        snapshotOf(metricTable.cpu, [[label, (user + system) / 1e6]]),
        snapshotOf(metricTable.memory, [[label, rss]]),
        snapshotOf(metricTable.heap, [[label, heapUsed]]),
        ...databaseMetrics(database.connectionUse?.()),
        ...store.snapshot(),
      ];
    },
  };
}
