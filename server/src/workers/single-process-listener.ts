import { composeApp } from '../compose/app.ts';
import { composeCoordination } from '../compose/coordination.ts';
import { settings } from '../config/settings.ts';
import { slotLimitsOf, workerConfigOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import type { Clock } from '../domain/model/clock.ts';
import { second } from '../domain/model/clock.ts';
import type { AppMetrics } from '../metrics/app-metrics.ts';
import { isReadableLog } from '../platform/logging.ts';
import { watchLoop } from '../platform/loop-watch.ts';
import { trimHeap } from '../platform/trim-heap.ts';
import type { Listener, ListenerParts } from './listener.ts';
import { openAppListener } from './listener.ts';
import { heartbeatTimes } from './worker-protocol.ts';

/** The first requests have come by then. */
const trimAfterMs = 5 * second;

/** Serves requests in this process, without workers. It ends by itself when it hangs. */
export async function openSingleProcessListener(parts: ListenerParts): Promise<Listener> {
  const { installation, config, tls } = parts;
  const log = parts.log.child({ worker: 1 });
  const limits = slotLimitsOf(config);
  const { coordination, close } = await composeCoordination(installation, {
    limits,
    log,
    ofServer: () => createSingleProcessCoordination(installation.clock, limits),
  });
  const metrics =
    config.metricsListen === undefined ? undefined : await measure(installation.clock);
  const app = await composeApp(installation, workerConfigOf(settings, config), {
    log,
    tls,
    coordination,
    askServer: () => Promise.resolve(parts.health()),
    brand: await parts.brand(),
    metrics,
    traces: parts.traces,
  });
  const listener = await openAppListener(app, config, parts.passedSocket);
  const loopWatch = watchLoop({
    limitMs: heartbeatTimes(config.workerTimeout).silentMs,
    isReadable: isReadableLog(config, process.stdout),
    onFault(error) {
      log.error({ err: error }, 'nobody watches any more whether this process hangs');
    },
  });
  // What starting took is given back: more than half of what the thread of the watch takes.
  const trimming = setTimeout(() => {
    trimHeap().catch((error: unknown) => {
      log.warn({ err: error }, 'memory could not be given back after the start');
    });
  }, trimAfterMs).unref();
  return {
    ...listener,
    coordination,
    collectMetrics: () => Promise.resolve(new Map([[app, metrics?.snapshot()]])),
    // The jobs have ended by then, too.
    async end() {
      clearTimeout(trimming);
      await listener.end();
      await close();
      await loopWatch.stop();
    },
  };
}

/** Loads what measures: only where the operator asked for it. */
async function measure(clock: Clock): Promise<AppMetrics> {
  const { createAppMetrics } = await import('../metrics/app-metrics.ts');
  return createAppMetrics(clock);
}
