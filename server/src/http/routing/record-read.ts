import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/model/actor.ts';
import type { AuditOnce } from '../../domain/audit/audit-once.ts';
import { day } from '../../domain/model/clock.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** What of a request tells whose read it is, and where a failure is said. */
type ReadRequest = Pick<FastifyRequest, 'headers' | 'log'>;

type Read = 'sign_in.ok' | 'inbox.read';

/** A read is told once for a key, network and day. */
function onceFor(request: Pick<FastifyRequest, 'headers'>, source: string) {
  const { authorization = '' } = request.headers;
  return { subject: `${authorization} ${networkOf(source)}`, periodMs: day };
}

export function isReadRecorded(
  auditOnce: AuditOnce,
  action: Read,
  request: Pick<FastifyRequest, 'headers'>,
  source: string,
): boolean {
  return auditOnce.isRecorded({ action }, onceFor(request, source));
}

/**
 * Records that an account reads. While nothing can be written, on a full disk for example, reads go on
 * all the same and the log says what the trail lacks; whatever changes something is refused then.
 */
export async function recordRead(
  auditOnce: AuditOnce,
  action: Read,
  request: ReadRequest,
  actor: Actor,
): Promise<void> {
  const event = { action, object: actor.name, outcome: 'ok' } as const;
  try {
    await auditOnce.record(actor, event, onceFor(request, actor.source));
  } catch (error) {
    if (!(error instanceof ValiseError)) throw error;
    request.log.error({ err: error, action }, 'a read could not be written to the audit trail');
  }
}
