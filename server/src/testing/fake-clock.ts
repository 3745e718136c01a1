import type { Clock, Instant } from '../domain/model/clock.ts';

export interface FakeClock extends Clock {
  /** Lets time pass. */
  advance(milliseconds: number): void;
  /** Sets the wall clock forward or back while no time passes. */
  jump(milliseconds: number): void;
}

export const noon: Instant = Date.UTC(2026, 10, 15, 12);

/** A clock that stands still until it is moved. */
export function createFakeClock(startAt: Instant = noon): FakeClock {
  let wall = startAt;
  let elapsed = 0;
  return {
    now: () => wall,
    monotonic: () => elapsed,
    advance(milliseconds) {
      wall += milliseconds;
      elapsed += milliseconds;
    },
    jump(milliseconds) {
      wall += milliseconds;
    },
  };
}
