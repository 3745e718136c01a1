import type { Config } from '../../config/settings.ts';
import type { DispatchControl } from '../../domain/dispatches/dispatch-control.ts';
import { createDispatchControl } from '../../domain/dispatches/dispatch-control.ts';
import type { Installation } from '../../compose/installation.ts';

/** The verbs on what was sent from an open data folder. */
export function dispatchControlOf(
  installation: Installation,
  { desttimeMax, desttimeUnit }: Config,
): DispatchControl {
  const { database, audit, tokenHasher, linkSecret, randomness, clock } = installation;
  return createDispatchControl({
    database,
    audit,
    linkSecret,
    hasher: tokenHasher,
    randomness,
    clock,
    maxLifetimeMs: desttimeMax,
    ttlUnit: desttimeUnit,
  });
}
