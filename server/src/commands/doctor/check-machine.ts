import { statfs } from 'node:fs/promises';

import { counted, formatBytes, formatInstant } from '../../cli-kit/print.ts';
import { formatSize } from '../../config/setting.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { day, minute, briefLifetimeMs } from '../../domain/model/clock.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { inspectData } from '../../inspection/open-for-inspection.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

const recentMs = 7 * day;
/** More than a few lines add nothing. */
const mostLooked = 1000;
const mostNamed = 5;

/** Whether clients sent numbers that are too small to be intended, most likely in another unit. */
export async function checkLifetimes(
  database: Pick<Repositories, 'dispatches'>,
  clock: Clock,
): Promise<Verdict> {
  const brief = await database.dispatches.listBrief({
    since: clock.now() - recentMs,
    underMs: briefLifetimeMs,
    limit: mostLooked,
  });
  const newest = new Map<string, string>();
  for (const { senderEmail, ttl, unit = 'seconds' } of brief) {
    if (!newest.has(senderEmail)) newest.set(senderEmail, `${senderEmail} (${ttl} ${unit})`);
  }
  if (newest.size === 0) return ok('No transfer of the last 7 days lived less than five minutes.');
  const named = Array.from(newest.values()).slice(0, mostNamed);
  const more = newest.size > mostNamed ? ` and ${newest.size - mostNamed} more` : '';
  return warning(
    `${counted(brief.length, 'transfer')} of the last 7 days lived less than five minutes, sent by ${named.join(', ')}${more}.`,
    'If a client counts desttime in another unit, name it: "valise account desttime-unit", or the setting desttimeUnit.',
  );
}

/** The first with argon2 and with types that are stripped without a warning. */
const oldestNode = { major: 24, minor: 12 };

export function checkNode(version: string): Verdict {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew =
    major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor);
  return isNew
    ? ok(`Node ${version}`)
    : problem(
        `Node ${version} is too old: Valise needs ${oldestNode.major}.${oldestNode.minor} or newer.`,
        'Run "npm run setup": it brings one.',
      );
}

/** Up to how many times the minimum counts as suspiciously small. */
const nearFactor = 2;

export async function checkFreeSpace(dataDir: string, minFreeBytes: number): Promise<Verdict> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const room = `${formatBytes(freeBytes)} free`;
  const minimum = `minFreeSpace is ${formatSize(minFreeBytes)}`;
  const remedy = 'Make room on the disk of the data folder, or lower minFreeSpace.';
  if (freeBytes < minFreeBytes) {
    return problem(`Only ${room}, and ${minimum}: uploads are refused.`, remedy);
  }
  if (freeBytes < nearFactor * minFreeBytes) {
    return warning(`Only ${room}, and ${minimum}: uploads will soon be refused.`, remedy);
  }
  return ok(`${room}; ${minimum}.`);
}

/** Throws what `seal` throws. `seal` encrypts and decrypts a large file in a thread. */
export async function checkCipher(seal = () => inspectData.cipher()): Promise<Verdict> {
  await seal();
  return ok('Large files can be sealed and opened.');
}

/** The reference times for the clock. Each is undefined where it is not known. */
export interface TimeMarks {
  now: Instant;
  /** The newest audit record. */
  newestRecordAt?: Instant | undefined;
  /** When a server last stored the time. */
  lastSeenAt?: Instant | undefined;
  /** The newest change of the database or its journal, by the file system. */
  newestChangeAt?: Instant | undefined;
}

/** No Valise ran before the first, and certificates and file formats end before the second. */
const plausible = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2100, 0, 1) };
/** Time synchronisation causes small steps. */
const toleranceMs = 5 * minute;
/** A machine may plausibly have been off for this long. */
const quietMs = day;
/** Longer than any plausible pause of a service. */
const incredibleMs = 180 * day;

const clockRemedy =
  'Set the clock right, best by NTP, before the server starts: it erases by the clock.';

/** Time decides what is erased: the newest records show a clock that is behind or far ahead. */
export function checkClock(marks: TimeMarks): Verdict {
  const { now } = marks;
  const says = `The clock says ${formatInstant(now)}`;
  if (now < plausible.from || now > plausible.to) {
    return problem(`${says}, which cannot be.`, clockRemedy);
  }
  const [newest] = [
    { at: marks.newestRecordAt, what: 'the newest audit record was written' },
    { at: marks.lastSeenAt, what: 'the server last noted the time' },
    { at: marks.newestChangeAt, what: 'the database was last changed' },
  ]
    .flatMap(({ at, what }) => (at === undefined ? [] : [{ at, what }]))
    .sort((one, other) => other.at - one.at);
  if (newest === undefined) return ok(`${says}.`);
  const written = `${newest.what} at ${formatInstant(newest.at)}`;
  if (now < newest.at - toleranceMs) return problem(`${says}, but ${written}.`, clockRemedy);
  const silentDays = Math.floor((now - newest.at) / day);
  if (now - newest.at > incredibleMs) {
    return problem(
      `${says}, ${silentDays} days after ${written}: it is far ahead, or this data is long out of use.`,
      clockRemedy,
    );
  }
  if (now - newest.at > quietMs) {
    return warning(
      `${says}, ${silentDays} days after ${written}.`,
      'If the server was off for so long, all is well. Otherwise the clock is ahead: set it right before the server starts.',
    );
  }
  return ok(`${says}.`);
}
