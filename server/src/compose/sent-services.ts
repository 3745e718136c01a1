import type { WorkerConfig } from '../config/worker-config.ts';
import { createSenderControl } from '../domain/dispatches/dispatch-control.ts';
import { createSent } from '../domain/dispatches/sent.ts';
import type { Services } from '../http/routing/route.ts';
import type { Installation } from './installation.ts';

/** The services with which people follow and change what they sent. */
export function composeSentServices(
  { database, events, linkSecret, tokenHasher, randomness, clock }: Installation,
  config: WorkerConfig,
): Pick<Services, 'sent' | 'senderControl'> {
  return {
    sent: createSent({ database, clock }),
    senderControl: createSenderControl({
      database,
      events,
      linkSecret,
      hasher: tokenHasher,
      randomness,
      clock,
      maxLifetimeMs: config.desttimeMax,
      ttlUnit: config.desttimeUnit,
      mailLimits: { maxReceivers: config.maxReceivers, mailsPerDay: config.mailsPerDay },
      contactsOnly: config.contactsOnly,
      showsLinks: config.showLinks,
    }),
  };
}
