import { composeApp } from '../compose/app.ts';
import { settings } from '../config/settings.ts';
import { slotLimitsOf, workerConfigOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import type { Listener, ListenerParts } from './listener.ts';
import { openAppListener } from './listener.ts';

/** Serves requests in this process, without workers. */
export async function openSingleProcessListener(parts: ListenerParts): Promise<Listener> {
  const { installation, config, tls } = parts;
  const log = parts.log.child({ worker: 1 });
  const coordination = createSingleProcessCoordination(installation.clock, slotLimitsOf(config));
  const app = await composeApp(installation, workerConfigOf(settings, config), {
    log,
    tls,
    coordination,
    askServer: () => Promise.resolve(parts.health()),
    brand: await parts.brand(),
  });
  return { ...(await openAppListener(app, config, parts.passedSocket)), coordination };
}
