import { setImmediate as nextTurn } from 'node:timers/promises';
import { findFirstSince, refuseUnreadable } from '../audit/audit-reading.ts';
import type { AuditRecord, AuditRepository, TrailHead } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import type { KeyBucket } from '../model/key-ring.ts';

/** An act whose record is looked for. */
export interface RecordedAct {
  /** When the act took place, or could first take place. */
  at: Instant;
  /** What `subjectOf` returns for the record. */
  subject: string;
}

/** Records of transactions that ran side by side are out of the order of time by less than this. */
const disorderMs = 3 * second;
const batchSize = 100;
/** How many records are looked through at most: a trail of many acts a second must not hold up a request. */
const mostLookedThrough = 20_000;

type Trail = Pick<AuditRepository, 'findHead' | 'list'>;

/**
 * The places in the trail of the records of acts, in the order of the acts. The trail has no index but its order, so
 * that each is looked for from its time on, for a moment unless `withinMs` is given. Undefined where retention removed
 * the record, the clock was set back since, or too many others were written at that time.
 */
export async function findPlaces(
  trail: Trail,
  acts: readonly RecordedAct[],
  withinMs = disorderMs,
): Promise<(TrailHead | undefined)[]> {
  const places: (TrailHead | undefined)[] = acts.map(() => undefined);
  const waiting = acts
    .map((act, index) => ({ ...act, index }))
    .sort((one, other) => one.at - other.at);
  let after = 0;
  for (let looked = 0; waiting.length > 0 && looked < mostLookedThrough;) {
    const [{ at } = { at: 0 }] = waiting;
    after = Math.max(after, (await findFirstSince(trail, at - disorderMs)) - 1);
    while (looked < mostLookedThrough) {
      const records = await refuseUnreadable(trail.list(after, batchSize));
      for (const record of records) take(record);
      looked += records.length;
      const last = records.at(-1);
      if (last === undefined || records.length < batchSize) return places;
      after = last.sequence;
      await nextTurn();
      const [next] = waiting;
      if (next === undefined) return places;
      // What lies in between may be most of the trail.
      if (next.at - disorderMs > last.at) break;
    }
  }
  return places;

  function take({ sequence, hash, ...record }: AuditRecord): void {
    const subject = subjectOf(record);
    while ((waiting[0]?.at ?? Infinity) + withinMs + disorderMs < record.at) waiting.shift();
    if (subject === undefined) return;
    const found = waiting.findIndex((act) => act.subject === subject && act.at <= record.at);
    for (const { index } of found < 0 ? [] : waiting.splice(found, 1)) {
      places[index] = { sequence, hash };
    }
  }
}

/** That a receiver got the last byte of a file. */
export function downloadOf(file: FileId, email: string): string {
  return `download ${file} ${email}`;
}

/** That a drop ended. */
export function endOf(drop: DispatchId): string {
  return `end ${drop}`;
}

/** That the key of a bucket was destroyed. */
export function destructionOf(bucket: KeyBucket): string {
  return `destruction ${bucket}`;
}

/** What receipts tell of a record; undefined for all others. */
function subjectOf({
  action,
  object,
  outcome,
  actor,
  details,
}: Omit<AuditRecord, 'sequence' | 'hash'>): string | undefined {
  const { fileId, receiver, completes } = details;
  if (action === 'file.fetched') {
    if (completes !== true) return undefined;
    return downloadOf(String(fileId) as FileId, String(receiver));
  }
  if (action === 'file.downloaded') {
    return outcome === 'ok' ? downloadOf(String(fileId) as FileId, actor) : undefined;
  }
  if (action === 'keys.destroyed') return destructionOf(object);
  const isEnd = action === 'drop.expired' || action === 'dispatch.revoked';
  return isEnd ? endOf(object as DispatchId) : undefined;
}
