import type { Clock, Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { invalid } from '../model/valise-error.ts';
import type { MovableClock } from './movable-clock.ts';
import { createMovableClock } from './movable-clock.ts';

/** How far the clock of a sandbox is ahead of the machine's: a start goes on with it. */
const clockAheadNote = 'sandbox.clock_ahead_ms';

/** The clock may be ahead by so much: years beyond four digits are no times of the API. */
const mostAheadMs = 3650 * day;

/** Where to move the clock: by so many seconds, or to a time. */
export type ClockMove = { advanceSeconds: number } | { to: Instant };

/** The clock as it was left. */
export async function openMovedClock(
  { installationValues }: Pick<Database, 'installationValues'>,
  real: Clock,
): Promise<MovableClock> {
  return createMovableClock(real, Number((await installationValues.find(clockAheadNote)) ?? 0));
}

interface Dependencies {
  database: DatabaseOf<'idempotency' | 'installationValues'>;
  clock: MovableClock;
}

export type SandboxClock = ReturnType<typeof createSandboxClock>;

/** Lets time pass for the whole installation. It never goes back: what has happened cannot be undone. */
export function createSandboxClock({ database, clock }: Dependencies) {
  return {
    read: () => ({ now: clock.now(), aheadMs: clock.aheadMs() }),

    /** The time is durable before anything acts by it. Throws `invalid` for a time before now. */
    async move(move: ClockMove, claim?: RepeatClaim): Promise<void> {
      const aheadMs = await database.transact(async (repositories) => {
        const { installationValues } = repositories;
        // Of moves at the same time, each adds to the one before.
        const before = Number((await installationValues.find(clockAheadNote)) ?? 0);
        const now = clock.now() - clock.aheadMs() + before;
        const byMs = 'to' in move ? move.to - now : move.advanceSeconds * 1000;
        const field = 'to' in move ? 'now' : 'advance_seconds';
        if (byMs < 0) throw invalid([{ field, problem: 'must not be before the time it is.' }]);
        if (before + byMs > mostAheadMs) {
          throw invalid([{ field, problem: 'must not lead more than ten years ahead.' }]);
        }
        await installationValues.set(clockAheadNote, String(before + byMs));
        // By the time after the move, so that a repeat is known however far it leads.
        await settle(repositories, claim, {}, now + byMs);
        return before + byMs;
      });
      if (aheadMs > clock.aheadMs()) clock.setAhead(aheadMs);
    },
  };
}
