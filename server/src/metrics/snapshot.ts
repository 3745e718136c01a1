import type { MetricRow } from './metric-table.ts';

/** A metric with its values, as it crosses from a worker: JSON, in the form of prom-client. */
export interface MetricSnapshot {
  name: string;
  help: string;
  type: MetricRow['type'];
  aggregator: MetricRow['across'];
  values: { labels: Readonly<Record<string, string>>; value: number; metricName?: string }[];
}

type Labels<Row extends MetricRow> = Readonly<Record<Row['labels'][number], string>>;

/** A metric whose values are known when it is asked for. Those that are undefined are left out. */
export function snapshotOf<const Row extends MetricRow>(
  row: Row,
  values: readonly (readonly [Labels<Row>, number | undefined])[],
): MetricSnapshot {
  return {
    name: row.name,
    help: row.help,
    type: row.type,
    aggregator: row.across,
    values: values.flatMap(([labels, value]) => (value === undefined ? [] : [{ labels, value }])),
  };
}

/** The same for a metric without labels. */
export function single(
  row: MetricRow & { labels: readonly [] },
  value: number | undefined,
): MetricSnapshot {
  return snapshotOf(row, [[{}, value]]);
}
