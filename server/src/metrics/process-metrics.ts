import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import { labelValues, metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { snapshotOf } from './snapshot.ts';

const resolutionMs = 20;

/** Measures this process. */
export function createProcessMetrics(process_: (typeof labelValues.process)[number]) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const label = { process: process_ };

  /** The histogram holds the time between two timers; only what exceeds their distance is a delay. */
  function delaySeconds(quantile: string): number {
    const nanoseconds = quantile === '1' ? delay.max : delay.percentile(Number(quantile) * 100);
    return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  }

  return {
    snapshot(): MetricSnapshot[] {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      const delays = labelValues.quantile.map(
        (quantile) =>
          [{ ...label, quantile }, delay.count > 0 ? delaySeconds(quantile) : 0] as const,
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
      ];
    },
  };
}
