import { composeApp } from '../compose/app.ts';
import { slotLimitsOf } from '../compose/slot-limits.ts';
import { createSingleProcessCoordination } from '../coordination/single-process.ts';
import { settings } from '../config/settings.ts';
import { workerConfigOf } from '../config/worker-config.ts';
import { openAppListener } from './app-listener.ts';
import type { Listener, ListenerParts } from './listener.ts';

/** Takes requests in this process, and needs no other. */
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
