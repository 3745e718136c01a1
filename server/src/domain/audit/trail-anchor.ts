import type { AuditRepository } from '../model/audit.ts';
import type { TrailMark } from './audit-verification.ts';

/**
 * Where the trail was seen last, kept outside of the database. Whoever can change rows cannot change
 * this too, so that a tail that was cut off is noticed.
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

/** What is wrong with the trail at the place where it was seen last, as a sentence; undefined if nothing is. */
export async function findAnchorFault({ audit, anchor }: Anchored): Promise<string | undefined> {
  const seen = await anchor.find();
  if (seen === undefined) return undefined;
  const [record] = await audit.list(seen.sequence - 1, 1);
  if (record?.sequence !== seen.sequence) {
    return `record ${seen.sequence} was there before and is missing now: the end of the trail was cut off, or an older database was put in place.`;
  }
  return record.hash.equals(seen.hash)
    ? undefined
    : `record ${seen.sequence} is another one than before: the trail was rewritten.`;
}

/** Moves the anchor to the newest record; returns whether it moved. Throws where the trail does not fit. */
export async function advanceAnchor(anchored: Anchored): Promise<boolean> {
  const fault = await findAnchorFault(anchored);
  if (fault !== undefined) {
    throw new Error(
      `The audit trail is not whole: ${fault} Look into it; where it has its reason, such as a restored backup, say "valise audit accept".`,
    );
  }
  const head = await anchored.audit.findHead();
  if (head === undefined || head.sequence === (await anchored.anchor.find())?.sequence)
    return false;
  await anchored.anchor.set(head);
  return true;
}
