import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { second } from '../domain/model/clock.ts';
import { Tracer } from './tracer.ts';

export interface TraceLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

interface Options {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** The share of traces that are recorded. */
  ratio: number;
  version: string;
  log: TraceLog;
}

/** Spans that wait to be exported; further ones are dropped. */
const mostWaiting = 2048;
const mostTogether = 512;
const exportEveryMs = second;
const exportTimeoutMs = 5 * second;
/** A collector that is away delays the end of a process by no more. */
const closeTimeoutMs = 2 * second;
/** A batch that is being exported, one that follows it, and those of the end. */
const mostExports = 2 + mostWaiting / mostTogether;

/** Records spans and exports them in the background over OTLP, as JSON over HTTP. */
export function openTraces({ endpoint, headers, ratio, version, log }: Options) {
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: mostExports,
    httpAgentOptions: { keepAlive: true },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'valise',
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watchExports(exporter, createExportLog(log)),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: mostTogether,
        scheduledDelayMillis: exportEveryMs,
        exportTimeoutMillis: exportTimeoutMs + second,
      }),
    ],
  });
  return {
    tracer: new Tracer(provider.getTracer('valise', version)),

    /** Exports what waits. Ends after a time limit at the latest, and never rejects. */
    async close(): Promise<void> {
      const cut = new AbortController();
      const ended = provider.shutdown().catch(() => undefined);
      const expired = sleep(closeTimeoutMs, undefined, { signal: cut.signal }).catch(
        () => undefined,
      );
      await Promise.race([ended, expired]);
      cut.abort();
    },
  };
}

/** Tells `note` of each export how many spans it had, and why it failed. */
function watchExports(
  exporter: SpanExporter,
  note: (spans: number, fault: Error | undefined) => void,
): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(spans.length, result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** Logs when exports begin to fail, and when they work again: a collector that is away must not fill the log. */
export function createExportLog(log: TraceLog) {
  let lost = 0;
  return (spans: number, fault: Error | undefined): void => {
    if (fault === undefined && lost > 0) log.info({ lost }, 'traces are exported again');
    if (fault !== undefined && lost === 0) {
      log.warn({ reason: fault.message }, 'traces cannot be exported, and are dropped');
    }
    lost = fault === undefined ? 0 : lost + spans;
  };
}
