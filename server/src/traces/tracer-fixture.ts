import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { Tracer } from './tracer.ts';

/** A tracer whose spans stay in memory. */
export function createTestTracer() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    tracer: new Tracer(provider.getTracer('test')),
    /** The spans that have ended. */
    spans: (): ReadableSpan[] => exporter.getFinishedSpans(),
    names: (): string[] => exporter.getFinishedSpans().map(({ name }) => name),
  };
}
