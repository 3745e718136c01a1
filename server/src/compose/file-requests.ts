import type { WorkerConfig } from '../config/worker-config.ts';
import { createFileRequests } from '../domain/grants/file-requests.ts';
import { createRequestReports } from '../domain/grants/request-reports.ts';
import type { UploadLeases } from '../domain/ports/coordination.ts';
import type { Installation } from './installation.ts';

interface Parts {
  leases: UploadLeases;
}

/** What people ask for. */
export function composeRequests(
  installation: Installation,
  config: WorkerConfig,
  { leases }: Parts,
) {
  const { database, events, clock, randomness, linkSecret, tokenHasher: hasher } = installation;
  return {
    requestReports: createRequestReports({ database, clock, linkSecret }),
    fileRequests: createFileRequests({
      database,
      events,
      leases,
      linkSecret,
      hasher,
      randomness,
      clock,
      mailLimits: { maxReceivers: config.maxReceivers, mailsPerDay: config.mailsPerDay },
      secondFactorFloor: config.secondFactor,
      contactsOnly: config.contactsOnly,
      lifetimes: {
        minMs: config.desttimeMin,
        maxMs: config.desttimeMax,
        unit: config.desttimeUnit,
      },
    }),
  };
}
