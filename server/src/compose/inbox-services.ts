import { createInboxItems } from '../domain/dispatches/inbox-items.ts';
import { createInboxLeases } from '../domain/dispatches/inbox-leases.ts';
import { createInbox } from '../domain/dispatches/inbox.ts';
import { createKeyedInbox } from '../domain/dispatches/keyed-inbox.ts';
import type { DownloadLog } from '../domain/downloads/download-log.ts';
import type { ByteReservations } from '../domain/ports/coordination.ts';
import type { Vault } from '../domain/ports/vault.ts';
import type { Services } from '../http/routing/route.ts';
import type { Installation } from './installation.ts';

interface Parts {
  vault: Vault;
  downloadLog: DownloadLog;
  reservations: ByteReservations;
}

/** What came to accounts: for clients of the machine API, for people, and for programs. */
export function composeInbox(
  { database, events, clock, randomness, tokenHasher: hasher, keys }: Installation,
  parts: Parts,
): Pick<Services, 'inbox' | 'inboxItems' | 'keyedInbox' | 'inboxLeases'> {
  const reading = { ...parts, database, keyRing: keys.keyRing, clock };
  const inbox = createInbox(reading);
  const inboxItems = createInboxItems({ ...reading, events });
  const keyedInbox = createKeyedInbox({ database, inboxItems, inbox, clock });
  const inboxLeases = createInboxLeases({ database, keyedInbox, hasher, randomness, clock });
  return { inbox, inboxItems, keyedInbox, inboxLeases };
}
