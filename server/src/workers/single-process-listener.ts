import { composeApp } from '../compose/app.ts';
import { composeCoordination } from '../compose/coordination.ts';
import { settings } from '../config/settings.ts';
import { slotLimitsOf, workerConfigOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import type { Clock } from '../domain/model/clock.ts';
import type { AppMetrics } from '../metrics/app-metrics.ts';
import type { Listener, ListenerParts } from './listener.ts';
import { openAppListener } from './listener.ts';

/** Serves requests in this process, without workers. */
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
  return {
    ...listener,
    coordination,
    collectMetrics: () => Promise.resolve(new Map([[app, metrics?.snapshot()]])),
    // The jobs have ended by then, too.
    async end() {
      await listener.end();
      await close();
    },
  };
}

/** Loads what measures: only where the operator asked for it. */
async function measure(clock: Clock): Promise<AppMetrics> {
  const { createAppMetrics } = await import('../metrics/app-metrics.ts');
  return createAppMetrics(clock);
}
