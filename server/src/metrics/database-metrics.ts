import type { ConnectionUse } from '../domain/model/database.ts';
import { labelValues, metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single, snapshotOf } from './snapshot.ts';

/** How this process uses its connections to the database; nothing where it has none. */
export function databaseMetrics(use: ConnectionUse | undefined): MetricSnapshot[] {
  if (use === undefined) return [];
  const { pools, retries, timeouts } = use;
  return [
    snapshotOf(
      metricTable.databaseConnections,
      labelValues.pool.flatMap((pool) =>
        labelValues.state.map((state) => [{ pool, state }, pools[pool][state]] as const),
      ),
    ),
    snapshotOf(
      metricTable.databaseWaiting,
      labelValues.pool.map((pool) => [{ pool }, pools[pool].waiting] as const),
    ),
    single(metricTable.databaseRetries, retries),
    single(metricTable.databaseTimeouts, timeouts),
  ];
}
