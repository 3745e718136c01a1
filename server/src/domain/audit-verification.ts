import type { AuditRecord, AuditRepository, AuditTrail, StoredAuditRecord } from './audit.ts';
import { chainStart, textOfDetails } from './audit.ts';
import { isUnreadable } from './audit-reading.ts';

/** A place in the trail. Kept elsewhere, it shows later whether the past up to it is still the same. */
export interface TrailMark {
  sequence: number;
  hash: Buffer;
}

export interface TrailVerdict {
  /** The last record that follows from all before it; undefined when not one does. */
  head: TrailMark | undefined;
  /** The first thing that is wrong, as a sentence; undefined when the trail is whole. */
  fault: { sequence: number; problem: string } | undefined;
}

const batchSize = 500;

/**
 * Walks the trail from its beginning and holds each record against the one before it. Without
 * `expected` a missing tail cannot be told from one that was never written.
 */
export async function verifyTrail(
  audit: AuditRepository,
  trail: Pick<AuditTrail, 'follows'>,
  expected?: TrailMark,
): Promise<TrailVerdict> {
  let head: TrailMark = { sequence: 0, hash: chainStart };
  const verdict = (fault?: TrailVerdict['fault']): TrailVerdict => ({
    head: head.sequence === 0 ? undefined : head,
    fault,
  });

  for (;;) {
    const records = await readNext(audit, head.sequence, batchSize);
    if (records === undefined) {
      const sequence = head.sequence + 1;
      return verdict({ sequence, problem: `record ${sequence} was changed: it cannot be read.` });
    }
    for (const record of records) {
      const problem = findFault(trail, head, record) ?? findRewrite(record, expected);
      if (problem !== undefined) return verdict({ sequence: head.sequence + 1, problem });
      head = { sequence: record.sequence, hash: record.hash };
    }
    if (records.length === 0) return verdict(findTruncation(head, expected));
  }
}

function findFault(
  trail: Pick<AuditTrail, 'follows'>,
  previous: TrailMark,
  record: StoredAuditRecord,
): string | undefined {
  const due = previous.sequence + 1;
  if (record.sequence !== due) {
    return `record ${due} is missing: record ${record.sequence} comes next.`;
  }
  if (!isDetails(record.details) || !trail.follows(previous, record)) {
    return `record ${due} was changed, moved or put in: it does not follow from what is before it.`;
  }
  // The chain holds what the details say. Other readers may take another meaning from another text,
  // as where a name stands twice.
  return record.detailsText === textOfDetails(record.details)
    ? undefined
    : `record ${due} was changed: its details are not written as they were.`;
}

/** What a stranger wrote into the database need not be what the types promise. */
function isDetails(details: unknown): boolean {
  return typeof details === 'object' && details !== null && !Array.isArray(details);
}

function findRewrite(record: AuditRecord, expected: TrailMark | undefined): string | undefined {
  return record.sequence === expected?.sequence && !record.hash.equals(expected.hash)
    ? `record ${record.sequence} is not the one that was expected: the trail was rewritten.`
    : undefined;
}

function findTruncation(
  head: TrailMark,
  expected: TrailMark | undefined,
): TrailVerdict['fault'] | undefined {
  if (expected === undefined || expected.sequence <= head.sequence) return undefined;
  const problem = `the trail ends at record ${head.sequence}, but reached record ${expected.sequence} before: its end was cut off.`;
  return { sequence: head.sequence + 1, problem };
}

/** Undefined when the very next record is none that Valise could have written. */
async function readNext(
  audit: AuditRepository,
  after: number,
  limit: number,
): Promise<StoredAuditRecord[] | undefined> {
  try {
    return await audit.listStored(after, limit);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return limit === 1 ? undefined : await readNext(audit, after, 1);
  }
}
