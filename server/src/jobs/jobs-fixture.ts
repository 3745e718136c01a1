import { day } from '../domain/model/clock.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createRepeatedActs } from '../domain/audit/record-repeated.ts';
import { createSentOnEndings } from '../domain/dispatches/sent-on.ts';
import { createEndings } from '../domain/dispatches/endings.ts';
import { createInboxParking } from '../domain/dispatches/inbox-parking.ts';
import { createKeyEndings } from '../domain/notices/key-endings.ts';
import { createReminding } from '../domain/dispatches/reminding.ts';
import type { TrailAnchor } from '../domain/audit/audit-verification.ts';
import { createTransferSums } from '../domain/downloads/transfer-sums.ts';
import { createDraftExpiry } from '../domain/drafts/draft-expiry.ts';
import { createTrayExpiry } from '../domain/tray/tray-expiry.ts';
import type { Exchange } from '../testing/exchange-fixture.ts';
import { actor } from '../testing/exchange-fixture.ts';
import type { Job } from './scheduler.ts';
import { createJobs } from './jobs.ts';

const noAnchor: TrailAnchor = {
  find: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
};

/** The jobs of a server that starts now, over the parts of an exchange. Nothing is mailed or outdated. */
export function jobsOf(
  exchange: Exchange,
  coordination: Pick<Coordination, 'uploads' | 'tokenUses'> = exchange.coordination,
  trailAnchor: TrailAnchor = noAnchor,
  { isAlone = true } = {},
): Job[] {
  return createJobs({
    ...exchange,
    transferSums: createTransferSums(exchange),
    repeatedActs: createRepeatedActs(exchange),
    draftExpiry: createDraftExpiry({ ...exchange, actor }),
    trayExpiry: createTrayExpiry({ ...exchange, actor, lifetimeMs: 7 * day }),
    endings: createEndings(exchange),
    inboxParking: createInboxParking(exchange),
    sentOnEndings: createSentOnEndings(exchange),
    keyEndings: createKeyEndings(exchange),
    reminding: createReminding({ ...exchange, remindBeforeMs: day }),
    mail: { deliverDue: () => Promise.resolve(0) },
    webhooks: { deliverDue: () => Promise.resolve(0) },
    trailAnchor,
    retention: { removeOutdated: () => Promise.resolve(0) },
    storage: { sample: () => Promise.resolve(0) },
    coordination: () => coordination,
    aloneSince: isAlone ? exchange.clock.now() : undefined,
  });
}
