import { day, hour, minute, second } from './clock.ts';

export const ttlUnits = { seconds: second, minutes: minute, hours: hour, days: day } as const;
export type TtlUnit = keyof typeof ttlUnits;
export const ttlUnitNames = Object.keys(ttlUnits) as TtlUnit[];

/** A life shorter than this is most likely a number in another unit than the server counts in. */
export const briefLifetimeMs = 5 * minute;

/** A lifetime as a number of units: whole seconds, or up to three decimals of a larger unit. */
export function ttlIn(unit: TtlUnit, lifetimeMs: number): string {
  const parts = unit === 'seconds' ? 1 : 1000;
  return String(Math.floor((lifetimeMs * parts) / ttlUnits[unit]) / parts);
}
