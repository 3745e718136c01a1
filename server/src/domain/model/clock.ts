/** Milliseconds since 1970 in UTC: how every instant is kept and passed. */
export type Instant = number;

export interface Clock {
  /** The wall clock. It may jump. */
  now(): Instant;
  /** Milliseconds of a clock that never jumps; only differences mean anything. */
  monotonic(): number;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The UTC calendar day of an instant, as in 2026-11-15. */
export function utcDay(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}
