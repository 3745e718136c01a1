import { alone, composeApp } from '../compose/app.ts';
import { slotLimitsOf } from '../compose/slot-limits.ts';
import { onlyPeer } from '../domain/ports/peers.ts';
import { openAppFront } from './app-front.ts';
import type { Front, FrontParts } from './front.ts';

/** Takes requests in this process, and needs no other. */
export async function openLoneFront(parts: FrontParts): Promise<Front> {
  const { installation, config, tls } = parts;
  const log = parts.log.child({ worker: 1 });
  const surroundings = alone(
    installation.clock,
    () => Promise.resolve(parts.health()),
    slotLimitsOf(config),
  );
  const brand = await parts.brand();
  const { app, answers } = await composeApp(installation, config, {
    log,
    tls,
    surroundings,
    brand,
  });
  return { ...(await openAppFront(app, config, parts.passedSocket)), peers: onlyPeer(answers) };
}
