import { composeApp } from '../compose/app.ts';
import { composeCoordination } from '../compose/coordination.ts';
import { settings } from '../config/settings.ts';
import { slotLimitsOf, workerConfigOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
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
  const app = await composeApp(installation, workerConfigOf(settings, config), {
    log,
    tls,
    coordination,
    askServer: () => Promise.resolve(parts.health()),
    brand: await parts.brand(),
  });
  const listener = await openAppListener(app, config, parts.passedSocket);
  return {
    ...listener,
    coordination,
    // The jobs have ended by then, too.
    async end() {
      await listener.end();
      await close();
    },
  };
}
