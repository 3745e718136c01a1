import type { WorkerConfig } from '../config/worker-config.ts';
import { createInboxItems } from '../domain/dispatches/inbox-items.ts';
import type { DownloadLog } from '../domain/downloads/download-log.ts';
import { createFileRequests } from '../domain/grants/file-requests.ts';
import type { ByteReservations, UploadLeases } from '../domain/ports/coordination.ts';
import type { Vault } from '../domain/ports/vault.ts';
import type { Installation } from './installation.ts';

interface Parts {
  vault: Vault;
  downloadLog: DownloadLog;
  reservations: ByteReservations;
  leases: UploadLeases;
}

/** What people ask for, and what came to them. */
export function composeRequests(
  installation: Installation,
  config: WorkerConfig,
  { vault, downloadLog, reservations, leases }: Parts,
) {
  const { database, events, clock, randomness, linkSecret, tokenHasher: hasher } = installation;
  const { keyRing } = installation.keys;
  return {
    inboxItems: createInboxItems({
      database,
      vault,
      keyRing,
      downloadLog,
      reservations,
      events,
      clock,
    }),
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
