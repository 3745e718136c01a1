import type { FastifyBaseLogger } from 'fastify';
import type { AuditOnce } from '../../domain/audit/record-repeated.ts';
import { day } from '../../domain/model/clock.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';

type Read = 'sign_in.ok' | 'inbox.read';

/** The key that a reader used, and from where. */
export type Reader = Pick<Principal, 'account' | 'keyId' | 'actor'>;

/** A read is recorded once for a key, network and day. */
function onceFor({ keyId, actor }: Pick<Reader, 'keyId' | 'actor'>) {
  return { subject: `${keyId} ${networkOf(actor.source)}`, periodMs: day };
}

export function isReadRecorded(auditOnce: AuditOnce, action: Read, reader: Reader): boolean {
  return auditOnce.isRecorded({ action }, onceFor(reader));
}

/**
 * Records that an account reads. While nothing can be written, on a full disk for example, reads continue
 * and the log says what the trail lacks; changes are refused then.
 */
export async function recordRead(
  auditOnce: AuditOnce,
  action: Read,
  reader: Reader,
  log: FastifyBaseLogger,
): Promise<void> {
  const { actor, account, keyId: key } = reader;
  const event = { action, account, ids: { key }, object: actor.name, outcome: 'ok' } as const;
  try {
    await auditOnce.record(actor, event, onceFor(reader));
  } catch (error) {
    if (!(error instanceof ValiseError)) throw error;
    log.error({ err: error, action }, 'a read could not be written to the audit trail');
  }
}
