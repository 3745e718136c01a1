import { AggregatorRegistry } from 'prom-client';

import type { MetricSnapshot } from './snapshot.ts';

/** What each process answered; undefined where it did not answer in time. */
export type Collected = ReadonlyMap<object, MetricSnapshot[] | undefined>;

/**
 * Adds up what the processes of a server measured. What a process that has ended had counted by its last
 * answer remains in the sums, so that counters never go back while the server runs; what it counted after
 * that is lost with it. One that does not answer is shown as it last was.
 */
export function createMerging() {
  const last = new Map<object, MetricSnapshot[]>();
  let retired: MetricSnapshot[] = [];

  async function retire(snapshot: MetricSnapshot[]): Promise<void> {
    const sums = [...retired, ...snapshot].filter(({ type }) => type !== 'gauge');
    retired = await asSnapshots(AggregatorRegistry.aggregate([sums]));
  }

  return {
    /** All values as one text, in the format of Prometheus. */
    async merge(collected: Collected, own: readonly MetricSnapshot[]): Promise<string> {
      for (const [process, snapshot] of last) {
        if (collected.has(process)) continue;
        last.delete(process);
        await retire(snapshot);
      }
      for (const [process, snapshot] of collected) {
        if (snapshot !== undefined) last.set(process, snapshot);
      }
      return await AggregatorRegistry.aggregate([
        own,
        retired,
        ...last.values(),
      ] as object[]).metrics();
    },
  };
}

async function asSnapshots(
  registry: ReturnType<typeof AggregatorRegistry.aggregate>,
): Promise<MetricSnapshot[]> {
  return (await registry.getMetricsAsJSON()) as unknown as MetricSnapshot[];
}
