import type { AuditRecord } from '../../domain/model/audit.ts';

/** A record as scripts see it. */
export function auditView(record: AuditRecord) {
  const { sequence, at, actor, source, requestId, action, object, outcome, details, hash } = record;
  return {
    sequence,
    at: new Date(at).toISOString(),
    actor,
    source,
    requestId,
    action,
    object,
    outcome,
    details,
    hash: hash.toString('hex'),
  };
}
