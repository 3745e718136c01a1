import type { Clock, Instant } from '../domain/model/clock.ts';
import { second } from '../domain/model/clock.ts';
import type { Lane } from '../domain/model/outbox.ts';
import { cacheResult } from '../health/readiness.ts';
import type { ServerHealth } from '../health/readiness.ts';
import { metricTable } from './metric-table.ts';
import { Counter } from './instruments.ts';
import type { Collected } from './merge-snapshots.ts';
import { createMerging } from './merge-snapshots.ts';
import type { MeasuredStores } from './process-metrics.ts';
import { createProcessMetrics } from './process-metrics.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single, snapshotOf } from './snapshot.ts';

interface Dependencies {
  stores: MeasuredStores;
  /** What the stores know. */
  readInstallation: () => Promise<MetricSnapshot[]>;
  /** Which Valise this is. */
  program: { version: string; commit: string };
  clock: Clock;
}

/** The parts of a server that runs. */
export interface MeasuredServer {
  /** What each process that serves requests has measured. */
  collect: () => Promise<Collected>;
  health: () => Pick<ServerHealth, 'failingJobs' | 'isClockTrusted'>;
  /** When the TLS certificate ends; undefined where there is none. */
  certificateEnd: () => Instant | undefined;
}

/** More frequent scrapes get the same text. */
const holdMs = second;

export type DeliveryOutcome =
  'sent' | 'captured' | 'withdrawn' | 'suppressed' | 'refused' | 'abandoned' | 'retried';

export type ServerMetrics = ReturnType<typeof createServerMetrics>;

/** Measures the main process, and adds up what all processes measured. */
export function createServerMetrics({ stores, readInstallation, program, clock }: Dependencies) {
  const deliveries = new Counter(metricTable.deliveries);
  const processMetrics = createProcessMetrics('main', stores);
  const merging = createMerging();
  const startedAt = clock.now();
  let server: MeasuredServer | undefined;

  function ofServer({ health, certificateEnd }: MeasuredServer, collected: Collected) {
    const { failingJobs, isClockTrusted } = health();
    const end = certificateEnd();
    const silent = [...collected.values()].filter((snapshot) => snapshot === undefined).length;
    return [
      single(metricTable.failingJobs, failingJobs.length),
      single(metricTable.clockTrusted, isClockTrusted ? 1 : 0),
      single(metricTable.certificate, end === undefined ? undefined : end / 1000),
      single(metricTable.workers, collected.size),
      single(metricTable.silentWorkers, silent),
    ];
  }

  return {
    onDelivery(lane: Lane, outcome: DeliveryOutcome): void {
      deliveries.increment(lane, outcome);
    },

    /** To be called once, when the server serves requests. */
    watch(measured: MeasuredServer): void {
      server = measured;
    },

    /** All metrics in the format of Prometheus. Takes no longer than a few time limits of a worker. */
    render: cacheResult(clock, holdMs, async (): Promise<string> => {
      const [collected, installation] = await Promise.all([
        server?.collect() ?? new Map<object, undefined>(),
        readInstallation(),
      ]);
      return await merging.merge(collected, [
        snapshotOf(metricTable.build, [[{ ...program, node: process.versions.node }, 1]]),
        single(metricTable.startedAt, startedAt / 1000),
        ...processMetrics.snapshot(),
        deliveries.snapshot(),
        ...installation,
        ...(server === undefined ? [] : ofServer(server, collected)),
      ]);
    }),
  };
}
