import type {
  AuditRecord,
  AuditRepository,
  AuditTrail,
  StoredAuditRecord,
} from '../model/audit.ts';
import { chainStart, textOfDetails } from '../model/audit.ts';
import { isUnreadable } from './audit-reading.ts';

/** A place in the trail. Kept elsewhere, it shows later whether the past up to it is unchanged. */
export interface TrailMark {
  sequence: number;
  hash: Buffer;
}

export interface TrailVerdict {
  /** The last record that follows from all before it; undefined when none does. */
  head: TrailMark | undefined;
  /** The first fault, as a sentence; undefined when the trail is intact. */
  fault: { sequence: number; problem: string } | undefined;
}

const batchSize = 500;

/** `SEQ:HASH`. */
export function formatMark({ sequence, hash }: TrailMark): string {
  return `${sequence}:${hash.toString('hex')}`;
}

/** Undefined for what `formatMark` did not write. */
export function parseMark(text: string): TrailMark | undefined {
  const [, sequence, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return sequence === undefined || hash === undefined
    ? undefined
    : { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
}

export interface TrailBounds {
  /** The last record that was removed by retention; the trail continues from there. */
  checkpoint?: TrailMark | undefined;
  /** What the trail must contain. Without any, a missing tail cannot be told from one never written. */
  expected?: readonly (TrailMark | undefined)[];
}

/** Reads the trail from its beginning and verifies each record against the one before it. */
export async function verifyTrail(
  audit: AuditRepository,
  trail: Pick<AuditTrail, 'follows'>,
  { checkpoint, expected: marks = [] }: TrailBounds = {},
): Promise<TrailVerdict> {
  const expected = marks.filter((mark) => mark !== undefined);
  const beginning = checkpoint ?? { sequence: 0, hash: chainStart };
  let head: TrailMark = beginning;
  const verdict = (fault?: TrailVerdict['fault']): TrailVerdict => ({
    head: head === beginning ? checkpoint : head,
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
  // The chain covers the parsed details. Another text could mean something else to other readers, for
  // example with a duplicate name.
  return record.detailsText === textOfDetails(record.details)
    ? undefined
    : `record ${due} was changed: its details are not written as they were.`;
}

/** Values that another program wrote into the database need not match the types. */
function isDetails(details: unknown): boolean {
  return typeof details === 'object' && details !== null && !Array.isArray(details);
}

function findRewrite(record: AuditRecord, expected: readonly TrailMark[]): string | undefined {
  const isOther = ({ sequence, hash }: TrailMark): boolean =>
    sequence === record.sequence && !record.hash.equals(hash);
  return expected.some(isOther)
    ? `record ${record.sequence} is not the one that was expected: the trail was rewritten.`
    : undefined;
}

function findTruncation(
  head: TrailMark,
  expected: readonly TrailMark[],
): TrailVerdict['fault'] | undefined {
  const reached = expected.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  if (reached <= head.sequence) return undefined;
  const problem = `the trail ends at record ${head.sequence}, but reached record ${reached} before: its end was cut off.`;
  return { sequence: head.sequence + 1, problem };
}

/** Undefined when the next record is none that Valise could have written. */
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

/**
 * The last known head of the trail, kept outside the database. Someone with write access to the rows alone
 * cannot change it, so that a truncated tail is detected.
 */
export interface TrailAnchor {
  /** Undefined before the first `set`. Throws `data_unsafe` when it was tampered with. */
  find(): Promise<TrailMark | undefined>;
  /** Resolves once it would survive a power cut. */
  set(mark: TrailMark): Promise<void>;
}

interface Anchored {
  audit: Pick<AuditRepository, 'findHead' | 'list'>;
  anchor: TrailAnchor;
}

/** The fault of the trail at its last known head, as a sentence; undefined if there is none. */
export async function findAnchorFault({ audit, anchor }: Anchored): Promise<string | undefined> {
  return await findFaultAt(audit, await anchor.find());
}

async function findFaultAt(
  audit: Anchored['audit'],
  seen: TrailMark | undefined,
): Promise<string | undefined> {
  if (seen === undefined) return undefined;
  const [record] = await audit.list(seen.sequence - 1, 1);
  if (record?.sequence !== seen.sequence) {
    return `record ${seen.sequence} was there before and is missing now: the end of the trail was cut off, or an older database was put in place.`;
  }
  return record.hash.equals(seen.hash)
    ? undefined
    : `record ${seen.sequence} is another one than before: the trail was rewritten.`;
}

function notWhole(fault: string): Error {
  return new Error(
    `The audit trail is not whole: ${fault} Look into it; where it has its reason, such as a restored backup, say "valise audit accept".`,
  );
}

/**
 * Moves the anchor to the newest record; returns whether it moved. Throws where the trail does not match.
 */
export async function advanceAnchor(anchored: Anchored): Promise<boolean> {
  const fault = await findAnchorFault(anchored);
  if (fault !== undefined) throw notWhole(fault);
  const head = await anchored.audit.findHead();
  if (head === undefined || head.sequence === (await anchored.anchor.find())?.sequence)
    return false;
  await anchored.anchor.set(head);
  return true;
}

/**
 * Remembers the newest record that any process wrote, and looks for it again: a server looks every second, so that
 * records are not cut off unseen before the anchor has moved. A missing one is anchored: it is missed from then on
 * by every check, also after the end of this process.
 */
export function createTrailWatch({ audit, anchor }: Anchored) {
  let seen: TrailMark | undefined;

  return {
    /** Throws where the trail does not match. */
    async look(): Promise<void> {
      const fault = await findFaultAt(audit, seen);
      const anchored = fault === undefined ? undefined : await anchor.find();
      if (fault !== undefined && seen !== undefined) {
        if ((anchored?.sequence ?? 0) < seen.sequence) await anchor.set(seen);
        // From here on the anchor tells of it, until an operator accepts the trail.
        seen = undefined;
        throw notWhole(fault);
      }
      seen = await audit.findHead();
    },
  };
}
