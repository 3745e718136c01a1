import type { Clock, Instant } from '../domain/model/clock.ts';
import { day, hour, minute, second } from '../domain/model/clock.ts';
import type { InstallationValueRepository } from '../domain/model/database.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import type { Job } from './scheduler.ts';

const toleranceMs = 5 * minute;
const shortestDoubtMs = hour;
const longestDoubtMs = 7 * day;

export type ClockGuard = ReturnType<typeof createClockGuard>;

/** The guard's state from earlier runs. */
export interface EarlierTime {
  /** The last wall-clock time of an earlier run. */
  lastSeen: Instant | undefined;
  /** A start may come this long after that; later, the clock is as likely to be wrong. */
  longestGapMs: number;
}

interface Doubt {
  since: number;
  lengthMs: number;
  isFromStart: boolean;
  isUndone: (offset: number) => boolean;
}

/**
 * Detects jumps of the wall clock by comparing it with the monotonic clock; over a restart, with the last
 * time of an earlier run. A jump puts the time in doubt until it is undone, the operator or the system
 * confirms the clock, or the clock has run evenly for as long as it jumped, at least an hour and at most a
 * week: a larger jump can destroy more, and needs more time to be noticed.
 */
export function createClockGuard(
  clock: Clock,
  onJump: (jumpMs: number) => void,
  { lastSeen, longestGapMs }: EarlierTime,
) {
  let offset = clock.now() - clock.monotonic();
  let doubt: Doubt | undefined;

  function putInDoubt(jumpMs: number, isUndone: Doubt['isUndone'], isFromStart = false): void {
    const lengthMs = Math.min(Math.max(Math.abs(jumpMs), shortestDoubtMs), longestDoubtMs);
    const first = doubt?.isUndone ?? isUndone;
    doubt = { since: clock.monotonic(), lengthMs, isFromStart, isUndone: first };
    onJump(jumpMs);
  }

  if (lastSeen !== undefined) {
    const earliest = lastSeen - toleranceMs - clock.monotonic();
    const latest = lastSeen + longestGapMs - clock.monotonic();
    const isPlausible = (current: number): boolean => current >= earliest && current <= latest;
    if (!isPlausible(offset)) putInDoubt(clock.now() - lastSeen, isPlausible, true);
  }

  return {
    /** Reads the clocks; true when the time can be trusted. */
    check(): boolean {
      const current = clock.now() - clock.monotonic();
      const before = offset;
      if (Math.abs(current - before) > toleranceMs) {
        putInDoubt(current - before, (later) => Math.abs(later - before) <= toleranceMs);
      }
      // Time synchronisation causes small steps; the reference follows them.
      offset = current;
      if (doubt === undefined) return true;
      const hasSettled = clock.monotonic() - doubt.since >= doubt.lengthMs;
      if (doubt.isUndone(current) || hasSettled) doubt = undefined;
      return doubt === undefined;
    },

    isTrusted(): boolean {
      return doubt === undefined;
    },

    /** Whether the doubt is about the time before this run. */
    isInDoubtSinceStart: () => doubt?.isFromStart === true,

    /** Called when the operator or the system confirms the clock. */
    accept(): void {
      offset = clock.now() - clock.monotonic();
      doubt = undefined;
    },
  };
}

/**
 * Whether the system reports a synchronised clock; for a doubt about the time before this run, an earlier
 * report of this boot is enough.
 */
export type IsSynchronised = (doubt: { isSinceStart: boolean }) => Promise<boolean>;

interface Dependencies {
  installationValues: InstallationValueRepository;
  guard: ClockGuard;
  clock: Clock;
  isSynchronised: IsSynchronised;
  onAccepted: (by: 'system' | 'operator') => void;
}

/** Ends a doubt when the operator or the system confirms the clock. */
export function createClockConfirmation(dependencies: Dependencies): Job {
  const { installationValues, guard, clock, isSynchronised, onAccepted } = dependencies;

  /** Only the operator's command stores the time while it is in doubt. */
  async function hasOperatorAccepted(): Promise<boolean> {
    const noted = Number((await installationValues.find(lastSeenNote)) ?? NaN);
    return Math.abs(clock.now() - noted) <= 5 * minute;
  }

  return {
    name: 'ask whether the clock is right',
    everyMs: 15 * second,
    deletes: false,
    waitsForOthers: true,
    async run() {
      if (guard.isTrusted()) return 0;
      const isSinceStart = guard.isInDoubtSinceStart();
      const by = (await hasOperatorAccepted())
        ? 'operator'
        : (await isSynchronised({ isSinceStart })) && 'system';
      if (by === false) return 0;
      guard.accept();
      onAccepted(by);
      return 1;
    },
  };
}
