import { isUnreadable } from '../audit/audit-reading.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { day, hour } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import { auditVerifiedNote } from '../model/database.ts';
import type { Storage, StorageReport } from './storage.ts';
import type { TrailCheck, TrailChecks } from './trail-checks.ts';

/** What an administrator should look into. */
export type Finding =
  'mails_failed' | 'mails_late' | 'trail_faulty' | 'trail_unverified' | 'disk_filling';

export interface Overview {
  storage: StorageReport;
  /** Counted up to `countedUpTo`. */
  live: number;
  mailsWaiting: number;
  mailsFailed: number;
  /** When the trail was last found whole; undefined where it never was verified. */
  verifiedAt: Instant | undefined;
  findings: Finding[];
}

export const countedUpTo = 10_000;
const lateAfterMs = hour;
const verifyEveryMs = 30 * day;
/** A disk with less than this part free, or full in less than this many days, is worth a look. */
const lowShare = 0.1;
const lowDays = 14;

interface Dependencies {
  database: DatabaseOf<'administration' | 'audit' | 'installationValues' | 'outbox'>;
  storage: Storage;
  trailChecks: Pick<TrailChecks, 'find'>;
  clock: Clock;
}

export async function readOverview(dependencies: Dependencies): Promise<Overview> {
  const { database, storage, trailChecks, clock } = dependencies;
  const now = clock.now();
  const [report, live, mailsWaiting, mailsFailed, oldest, verified, check, firstAt] =
    await Promise.all([
      storage.read(),
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
      ...(isFilling(report) ? (['disk_filling'] as const) : []),
      ...(mailsFailed > 0 ? (['mails_failed'] as const) : []),
      ...(oldest !== undefined && now - oldest > lateAfterMs ? (['mails_late'] as const) : []),
      // A trail that was never verified is as old as its first record.
      ...findTrailFinding(check, verifiedAt ?? firstAt ?? now, now),
    ],
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

function isFilling({ bytes, freeBytes, fullIn }: StorageReport): boolean {
  if (freeBytes === undefined) return false;
  const isLow = freeBytes <= lowShare * (bytes + freeBytes);
  return isLow || (fullIn.kind === 'days' && fullIn.days < lowDays);
}

function findTrailFinding(
  check: TrailCheck | undefined,
  verifiedAt: Instant,
  now: Instant,
): Finding[] {
  if (check?.fault !== undefined && check.startedAt > verifiedAt) return ['trail_faulty'];
  return now - verifiedAt > verifyEveryMs ? ['trail_unverified'] : [];
}
