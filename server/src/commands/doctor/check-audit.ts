import { verifyTrail } from '../../domain/audit-verification.ts';
import type { Installation } from '../../installation.ts';
import { counted } from '../print.ts';
import type { Verdict } from './finding.ts';
import { ok, problem } from './finding.ts';

export async function checkAudit({ store, audit }: Installation): Promise<Verdict> {
  const { head, fault } = await verifyTrail(store.audit, audit);
  return fault === undefined
    ? ok(`The audit trail is whole: ${counted(head?.sequence ?? 0, 'record')}.`)
    : problem(
        `The audit trail is not whole: ${fault.problem}`,
        'Someone changed the database by hand. Find out who can reach the data folder.',
      );
}
