/** Milliseconds since 1970 in UTC: the form of every instant. */
export type Instant = number;

export interface Clock {
  /** The wall clock. It may jump. */
  now(): Instant;
  /** Milliseconds of a monotonic clock; only differences are meaningful. */
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

export const ttlUnits = { seconds: second, minutes: minute, hours: hour, days: day } as const;
export type TtlUnit = keyof typeof ttlUnits;
export const ttlUnitNames = Object.keys(ttlUnits) as TtlUnit[];

/** A shorter lifetime is most likely a number in another unit than the server's. */
export const briefLifetimeMs = 5 * minute;

/** A lifetime as a number of units: whole seconds, or up to three decimals of a larger unit. */
export function ttlIn(unit: TtlUnit, lifetimeMs: number): string {
  const parts = unit === 'seconds' ? 1 : 1000;
  return String(Math.floor((lifetimeMs * parts) / ttlUnits[unit]) / parts);
}

/** The same as a whole number, rounded up: what clients of the customer's API read. */
export function wholeTtlIn(unit: TtlUnit, lifetimeMs: number): string {
  return String(Math.ceil(lifetimeMs / ttlUnits[unit]));
}

/** Whether `name` is a time zone such as Europe/Stockholm; an offset is not one. */
export function isTimeZone(name: string): boolean {
  // The default value: looking it up takes a twentieth of the time of a start.
  if (name === 'UTC') return true;
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
