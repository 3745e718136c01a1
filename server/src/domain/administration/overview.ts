import { isUnreadable } from '../audit/audit-reading.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { day, hour } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import { auditVerifiedNote } from '../model/database.ts';
import type { Storage, StorageReport } from './storage.ts';
import type { TrailCheck, TrailChecks } from './trail-checks.ts';

/** What is unsafe or missing about how the server is set up. It does not change while the server runs. */
export type SetupFault = 'no_mail_server' | 'keys_beside_data' | 'plain_http' | 'no_public_url';

/** What an administrator should look into. */
export type Finding =
  | SetupFault
  | 'mails_failed'
  | 'mails_late'
  | 'trail_faulty'
  | 'trail_unverified'
  | 'disk_filling'
  | 'disk_full';

/** The checks of the server's health that found a fault, by name. */
export type FindFaultyParts = () => Promise<string[]>;

export interface Overview {
  storage: StorageReport;
  /** Counted up to `countedUpTo`. */
  live: number;
  mailsWaiting: number;
  mailsFailed: number;
  /** When the trail was last found whole; undefined where it never was verified. */
  verifiedAt: Instant | undefined;
  findings: Finding[];
  /** Checks of the server's health that found a fault. */
  faultyParts: string[];
}

export const countedUpTo = 10_000;
const lateAfterMs = hour;
const verifyEveryMs = 30 * day;
/** A disk with less than this part free, or full in less than this many days, is worth a look. */
const lowShare = 0.1;
const lowDays = 14;
/** Up to how many times the least free space counts as low. */
const nearFactor = 2;
/** Uploads that were refused for lack of space are news for so long. */
const refusalNewsMs = day;

interface Dependencies {
  database: DatabaseOf<'administration' | 'audit' | 'installationValues' | 'outbox'>;
  storage: Storage;
  trailChecks: Pick<TrailChecks, 'find'>;
  clock: Clock;
  /** Uploads stop before the disk has less free space than this. */
  minFreeBytes: number;
  setupFaults: readonly SetupFault[];
  findFaultyParts: FindFaultyParts;
}

export async function readOverview(dependencies: Dependencies): Promise<Overview> {
  const { database, storage, trailChecks, clock, minFreeBytes } = dependencies;
  const now = clock.now();
  const [
    report,
    refusedAt,
    parts,
    live,
    mailsWaiting,
    mailsFailed,
    oldest,
    verified,
    check,
    firstAt,
  ] = await Promise.all([
    storage.read(),
    storage.findRefusedAt(),
    dependencies.findFaultyParts(),
    database.administration.countLive(now, countedUpTo),
    database.outbox.countWaiting(),
    database.administration.countFailedMails(countedUpTo),
    database.outbox.findOldestWaiting(),
    database.installationValues.find(auditVerifiedNote),
    trailChecks.find(),
    findFirstAt(database),
  ]);
  const verifiedAt = verified === undefined ? undefined : Number(verified);
  return {
    storage: report,
    live,
    mailsWaiting,
    mailsFailed,
    verifiedAt,
    findings: [
      ...findSpaceFinding(report, minFreeBytes, now - (refusedAt ?? -Infinity)),
      ...(mailsFailed > 0 ? (['mails_failed'] as const) : []),
      ...(oldest !== undefined && now - oldest > lateAfterMs ? (['mails_late'] as const) : []),
      // A trail that was never verified is as old as its first record.
      ...findTrailFinding(check, verifiedAt ?? firstAt ?? now, now),
      ...dependencies.setupFaults,
    ],
    faultyParts: parts,
  };
}

/** When the trail begins; undefined while it is empty. A record that cannot be read is as old as can be. */
async function findFirstAt({ audit }: DatabaseOf<'audit'>): Promise<Instant | undefined> {
  try {
    return (await audit.list(0, 1))[0]?.at;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return 0;
  }
}

function findSpaceFinding(
  { bytes, freeBytes = Infinity, fullIn }: StorageReport,
  minFreeBytes: number,
  sinceRefusalMs: number,
): Finding[] {
  if (freeBytes < minFreeBytes || sinceRefusalMs < refusalNewsMs) return ['disk_full'];
  const isLow = freeBytes <= Math.max(lowShare * (bytes + freeBytes), nearFactor * minFreeBytes);
  const isFilling = fullIn.kind === 'days' && fullIn.days < lowDays;
  return (isLow && freeBytes !== Infinity) || isFilling ? ['disk_filling'] : [];
}

function findTrailFinding(
  check: TrailCheck | undefined,
  verifiedAt: Instant,
  now: Instant,
): Finding[] {
  if (check?.fault !== undefined && check.startedAt > verifiedAt) return ['trail_faulty'];
  return now - verifiedAt > verifyEveryMs ? ['trail_unverified'] : [];
}
