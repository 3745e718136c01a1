import { alone, composeApp } from '../compose/app.ts';
import { slotLimitsOf } from '../compose/slot-limits.ts';
import { onlyPeer } from '../domain/ports/peers.ts';
import { openAppListener } from './app-listener.ts';
import type { Listener, ListenerParts } from './listener.ts';

/** Takes requests in this process, and needs no other. */
export async function openSingleProcessListener(parts: ListenerParts): Promise<Listener> {
  const { installation, config, tls } = parts;
  const log = parts.log.child({ worker: 1 });
  const context = alone(
    installation.clock,
    () => Promise.resolve(parts.health()),
    slotLimitsOf(config),
  );
  const brand = await parts.brand();
  const { app, answers } = await composeApp(installation, config, {
    log,
    tls,
    context,
    brand,
  });
  return { ...(await openAppListener(app, config, parts.passedSocket)), peers: onlyPeer(answers) };
}
