import type { Logger } from 'pino';
import { parseHeaders } from '../config/headers.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { WritingRunner } from '../database/runner/in-process-runner.ts';
import type { MailTransport } from '../delivery/mail/mail-transport.ts';
import type { SmsProvider } from '../domain/ports/sms-provider.ts';
import type { Job } from '../jobs/scheduler.ts';
import { readProgramVersion } from '../platform/program-version.ts';
import { openTraces } from '../traces/open-traces.ts';
import { createRequestSpans } from '../traces/trace-requests.ts';
import { traceBlobs, traceDatabase } from '../traces/trace-stores.ts';
import type { Installation } from './installation.ts';

/** The traces of one process. Each function returns the same part of it, with a span for each call. */
export type Traces = Awaited<ReturnType<typeof composeTraces>>;

type TraceConfig = Pick<WorkerConfig, 'tracesHeaders' | 'tracesRatio' | 'trustedProxies'>;

/** The composition root of traces, in each process of a server. */
export async function composeTraces(endpoint: string, config: TraceConfig, log: Logger) {
  const { version } = await readProgramVersion();
  const traces = openTraces({
    endpoint,
    headers: parseHeaders(config.tracesHeaders?.reveal() ?? '') ?? {},
    ratio: config.tracesRatio,
    version,
    log,
  });
  const { tracer } = traces;
  return {
    requests: createRequestSpans(tracer, {
      trustedProxies: config.trustedProxies,
      ratio: config.tracesRatio,
    }),

    stores: (installation: Installation): Installation => ({
      ...installation,
      database: traceDatabase(installation.database, tracer, installation.stores.database.name),
      blobs: traceBlobs(installation.blobs, tracer),
    }),

    runner: (runner: WritingRunner): WritingRunner => ({
      ...runner,
      run: (command, input, blobsStored) =>
        tracer.measure(`command ${command.name}`, {}, () =>
          runner.run(command, input, blobsStored),
        ),
      sealAndPut: (blob) =>
        tracer.measure('blobs sealAndPut', { kind: 'client' }, () => runner.sealAndPut(blob)),
    }),

    job: (job: Job): Job => ({
      ...job,
      run: (stopping) => tracer.measureJob(job.name, () => job.run(stopping)),
    }),

    mail: (transport: MailTransport): MailTransport => ({
      send: (mail) => tracer.measure('mail send', { kind: 'client' }, () => transport.send(mail)),
      close() {
        transport.close();
      },
    }),

    sms: (provider: SmsProvider): SmsProvider => ({
      send: (message) =>
        tracer.measure('sms send', { kind: 'client' }, () => provider.send(message)),
    }),

    /** Exports what waits; takes a few seconds at most. */
    close: () => traces.close(),
  };
}
