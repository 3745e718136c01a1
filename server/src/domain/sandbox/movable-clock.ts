import type { Clock } from '../model/clock.ts';

/** The clock of a sandbox: the machine's, but ahead of it. */
export interface MovableClock extends Clock {
  /** How far it is ahead, in milliseconds. */
  aheadMs(): number;
  /** Every reader has the new time at once. Durations are measured as before. */
  setAhead(aheadMs: number): void;
  /** Calls `act` after each move. */
  whenMoved(act: () => void): void;
}

export function createMovableClock(real: Clock, startAheadMs: number): MovableClock {
  const listeners: (() => void)[] = [];
  let aheadMs = startAheadMs;
  return {
    now: () => real.now() + aheadMs,
    monotonic: () => real.monotonic(),
    aheadMs: () => aheadMs,
    setAhead(wanted) {
      aheadMs = wanted;
      for (const act of listeners) act();
    },
    whenMoved(act) {
      listeners.push(act);
    },
  };
}
