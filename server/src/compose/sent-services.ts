import type { WorkerConfig } from '../config/worker-config.ts';
import { createSenderControl } from '../domain/dispatches/dispatch-control.ts';
import { createSentReports } from '../domain/dispatches/sent-reports.ts';
import { createSent } from '../domain/dispatches/sent.ts';
import { createReceipts } from '../domain/receipts/receipts.ts';
import type { Services } from '../http/routing/route.ts';
import type { Installation } from './installation.ts';

/** The services with which people follow and change what they sent. */
export function composeSentServices(
  { database, events, linkSecret, tokenHasher, randomness, clock, ...installation }: Installation,
  config: WorkerConfig,
): Pick<Services, 'sent' | 'sentReports' | 'senderControl' | 'receipts'> {
  const sent = createSent({ database, clock });
  return {
    sent,
    receipts: createReceipts({
      database,
      sent,
      keyRing: installation.keys.keyRing,
      receiptKey: installation.receiptKey,
      installation: installation.id,
      keyGraceMs: config.keyGrace,
      clock,
    }),
    sentReports: createSentReports({ database, clock }),
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
      anyoneLinks: config.anyoneLinks,
      showsLinks: config.showLinks,
    }),
  };
}
