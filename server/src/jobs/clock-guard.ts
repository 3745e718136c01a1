import type { Clock } from '../domain/clock.ts';
import { hour, minute } from '../domain/clock.ts';

const toleranceMs = 5 * minute;
const settleMs = hour;

export type ClockGuard = ReturnType<typeof createClockGuard>;

/**
 * Notices when the wall clock jumps, by holding it against one that cannot. A jump puts the time in
 * doubt until it is undone, or the clock has run evenly for an hour: long enough for someone to
 * mend a wrong clock before it deletes everything, short enough to heal without them.
 *
 * `lastSeen` is the wall clock as an earlier run last saw it: time that runs backwards over a restart
 * is a jump too. A restart long after is not, since the machine may have been off.
 */
export function createClockGuard(
  clock: Clock,
  onJump: (jumpMs: number) => void,
  lastSeen: number | undefined,
) {
  let offset = clock.now() - clock.monotonic();
  let doubt: { since: number; trustedOffset: number } | undefined;

  function putInDoubt(jumpMs: number, trustedOffset: number): void {
    doubt = { since: clock.monotonic(), trustedOffset: doubt?.trustedOffset ?? trustedOffset };
    onJump(jumpMs);
  }

  if (lastSeen !== undefined && clock.now() < lastSeen - toleranceMs) {
    putInDoubt(clock.now() - lastSeen, lastSeen - clock.monotonic());
  }

  return {
    /** Looks at the clocks; true when the time can be trusted. */
    check(): boolean {
      const current = clock.now() - clock.monotonic();
      const jumpMs = current - offset;
      if (Math.abs(jumpMs) > toleranceMs) {
        putInDoubt(jumpMs, offset);
      }
      // Small steps are how a clock is kept right; they move the measure along with them.
      offset = current;
      if (doubt === undefined) return true;
      const undone = Math.abs(current - doubt.trustedOffset) <= toleranceMs;
      if (undone || clock.monotonic() - doubt.since >= settleMs) doubt = undefined;
      return doubt === undefined;
    },

    isTrusted(): boolean {
      return doubt === undefined;
    },
  };
}
