import type { Logger } from 'pino';
import { createAuditOnce } from '../domain/audit/record-repeated.ts';
import { day } from '../domain/model/clock.ts';
import type { Installation } from './installation.ts';

const system = { name: 'system', source: 'database', requestId: '-' };

/** Reports rows that another program wrote, in the log and in the trail: once a day for each. */
export function reportTampering(installation: Installation, log: Logger): void {
  const { database, events, tokenHasher, clock } = installation;
  const auditOnce = createAuditOnce({ database, events, hasher: tokenHasher, clock });
  const underWay = new Set<string>();

  installation.tampering.listen(({ table, id }) => {
    const subject = `${table} ${id}`;
    const event = { action: 'rows.tampered', object: id, outcome: 'refused' } as const;
    const once = { subject, periodMs: day };
    if (underWay.has(subject) || auditOnce.isRecorded(event, once)) return;
    underWay.add(subject);
    log.error({ table, id }, 'a row was changed by somebody else, and is treated as missing');
    auditOnce
      .record(system, { ...event, account: undefined, details: { table } }, once)
      .catch((error: unknown) => {
        log.error({ err: error }, 'a changed row could not be recorded in the audit trail');
      })
      .finally(() => underWay.delete(subject));
  });
}
