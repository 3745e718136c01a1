import { setImmediate as nextTurn } from 'node:timers/promises';
import { findFirstSince, refuseUnreadable } from '../audit/audit-reading.ts';
import type { AuditRecord, AuditRepository } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';

/** Which records are wanted. What is left out or empty fits every record. */
export interface AuditFilter {
  /** A part of the actor's name. */
  who?: string | undefined;
  /** A part of the action, with blanks between its words or as it is written. */
  action?: string | undefined;
  /** A part of the object. Names of files are never compared: they are not shown either. */
  object?: string | undefined;
  from?: Instant | undefined;
  until?: Instant | undefined;
}

export interface AuditPage {
  /** Newest first. */
  records: AuditRecord[];
  /** The record before which a further search begins; undefined where there is no older one. */
  older: number | undefined;
}

export const recordsOnPage = 50;
/** How many records are looked through for one page: the trail has no index but its order. */
export const searchedAtMost = 5000;
const batchSize = 500;

/** Whether the object of a record is the name of a file. */
export function namesFile({ action }: Pick<AuditRecord, 'action'>): boolean {
  return action.startsWith('file.') || action.startsWith('upload.');
}

/** Searches the trail backwards, from the newest record or from the one before `before`. */
export async function searchTrail(
  audit: Pick<AuditRepository, 'findHead' | 'list' | 'listBefore'>,
  filter: AuditFilter,
  before?: number,
): Promise<AuditPage> {
  let place = before ?? (await findEnd(audit, filter.until));
  const records: AuditRecord[] = [];
  for (let searched = 0; searched < searchedAtMost; searched += batchSize) {
    const batch = await refuseUnreadable(audit.listBefore(place, batchSize));
    for (const record of batch) {
      if (filter.from !== undefined && record.at < filter.from)
        return { records, older: undefined };
      if (fits(record, filter)) records.push(record);
      if (records.length === recordsOnPage) return { records, older: record.sequence };
      place = record.sequence;
    }
    if (batch.length < batchSize) return { records, older: undefined };
    await nextTurn();
  }
  return { records, older: place };
}

/** Every record that fits, newest first. For an operator, to whom names of files are shown. */
export async function* findRecords(
  audit: Pick<AuditRepository, 'findHead' | 'list' | 'listBefore'>,
  filter: AuditFilter,
): AsyncGenerator<AuditRecord> {
  let place = await findEnd(audit, filter.until);
  for (;;) {
    const batch = await refuseUnreadable(audit.listBefore(place, batchSize));
    for (const record of batch) {
      if (filter.from !== undefined && record.at < filter.from) return;
      const { object = '', ...others } = filter;
      if (fits(record, others) && contains(record.object, object)) yield record;
      place = record.sequence;
    }
    if (batch.length < batchSize) return;
  }
}

function fits(record: AuditRecord, { who = '', action = '', object = '', until }: AuditFilter) {
  return (
    (until === undefined || record.at < until) &&
    contains(record.actor, who) &&
    hasAction(record, action) &&
    (object.trim() === '' || (!namesFile(record) && contains(record.object, object)))
  );
}

/** A part of the code of an action, or of its words. */
function hasAction({ action: code }: AuditRecord, part: string): boolean {
  return contains(code, part) || contains(code.replaceAll(/[._]/g, ' '), part);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}

/** The number of the first record that is not older than `until`. */
async function findEnd(
  audit: Pick<AuditRepository, 'findHead' | 'list'>,
  until: Instant | undefined,
): Promise<number> {
  if (until !== undefined) return await findFirstSince(audit, until);
  return ((await audit.findHead())?.sequence ?? 0) + 1;
}
