import type { AuditRecord, AuditRepository } from '../model/audit.ts';
import { ValiseError } from '../model/valise-error.ts';

const batchSize = 1000;

/** Every record up to and with `last`, in order. However long the trail, little of it is held at once. */
export async function* readTrail(
  audit: AuditRepository,
  last: number,
): AsyncGenerator<AuditRecord, void> {
  let after = 0;
  for (;;) {
    const records = await refuseUnreadable(audit.list(after, batchSize));
    for (const record of records) {
      if (record.sequence > last) return;
      yield record;
    }
    const newest = records.at(-1);
    if (newest === undefined) return;
    after = newest.sequence;
  }
}

/** Whether a repository stumbled over a record whose columns hold what Valise never writes. */
export function isUnreadable(error: unknown): boolean {
  return [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
}

export async function refuseUnreadable<Records>(reading: Promise<Records>): Promise<Records> {
  try {
    return await reading;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new ValiseError(
      'check_failed',
      'A record of the audit trail cannot be read. "valise audit verify" says which.',
      { cause: error },
    );
  }
}
