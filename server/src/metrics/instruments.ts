import type { MetricRow } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';

interface Series {
  labels: Readonly<Record<string, string>>;
  /** How many values are in each bucket, and not in one before. */
  buckets: Float64Array;
  sum: number;
  count: number;
}

type HistogramRow = MetricRow & { buckets: readonly number[] };

/**
 * A histogram by up to three labels, for every request: prom-client composes, validates and hashes a text
 * of all labels at each value, which costs a request several microseconds. This looks constant texts up.
 */
export class Histogram {
  readonly #row: HistogramRow;
  readonly #series = new Map<string, Map<string, Map<string, Series>>>();

  constructor(row: HistogramRow) {
    this.#row = row;
  }

  /** Values of labels in the order of the row; '' for a label that it has not. */
  observe(value: number, first: string, second = '', third = ''): void {
    const series =
      this.#series.get(first)?.get(second)?.get(third) ?? this.#add(first, second, third);
    const { buckets: bounds } = this.#row;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? Infinity)) bucket += 1;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  /** In the form of prom-client: buckets are cumulative. */
  snapshot(): MetricSnapshot {
    const { name, help, type, across } = this.#row;
    const all = [...this.#series.values()]
      .flatMap((bySecond) => [...bySecond.values()])
      .flatMap((byThird) => [...byThird.values()]);
    const values = all.flatMap((series) => this.#valuesOf(series));
    return { name, help, type, aggregator: across, values };
  }

  #valuesOf({ labels, buckets, sum, count }: Series): MetricSnapshot['values'] {
    const { name, buckets: bounds } = this.#row;
    let below = 0;
    const cumulative = bounds.map((bound, index) => {
      below += buckets[index] ?? 0;
      const le = String(bound);
      return { labels: { ...labels, le }, value: below, metricName: `${name}_bucket` };
    });
    return [
      ...cumulative,
      { labels: { ...labels, le: '+Inf' }, value: count, metricName: `${name}_bucket` },
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }

  #add(...values: [string, string, string]): Series {
    const [first, second, third] = values;
    const labels = Object.fromEntries(
      this.#row.labels.map((label, index) => [label, values[index] ?? '']),
    );
    const buckets = new Float64Array(this.#row.buckets.length + 1);
    const series = { labels, buckets, sum: 0, count: 0 };
    const bySecond = this.#series.get(first) ?? new Map<string, Map<string, Series>>();
    const byThird = bySecond.get(second) ?? new Map<string, Series>();
    this.#series.set(first, bySecond.set(second, byThird.set(third, series)));
    return series;
  }
}

/** A counter by two labels. */
export class Counter {
  readonly #row: MetricRow;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(row: MetricRow) {
    this.#row = row;
  }

  increment(first: string, second: string): void {
    const bySecond = this.#counts.get(first) ?? new Map<string, number>();
    this.#counts.set(first, bySecond.set(second, (bySecond.get(second) ?? 0) + 1));
  }

  snapshot(): MetricSnapshot {
    const { name, help, type, across, labels } = this.#row;
    const [firstLabel = '', secondLabel = ''] = labels;
    const values = [...this.#counts].flatMap(([first, bySecond]) =>
      [...bySecond].map(([second, value]) => ({
        labels: { [firstLabel]: first, [secondLabel]: second },
        value,
      })),
    );
    return { name, help, type, aggregator: across, values };
  }
}
