import { day, hour, minute, second } from './clock.ts';

export const desttimeUnits = { seconds: second, minutes: minute, hours: hour, days: day } as const;
export type DesttimeUnit = keyof typeof desttimeUnits;
export const desttimeUnitNames = Object.keys(desttimeUnits) as DesttimeUnit[];

/** A life shorter than this is most likely a number in another unit than the server counts in. */
export const briefLifetimeMs = 5 * minute;

/** A lifetime as a number of units: whole seconds, or up to three decimals of a larger unit. */
export function ttlIn(unit: DesttimeUnit, lifetimeMs: number): string {
  const parts = unit === 'seconds' ? 1 : 1000;
  return String(Math.floor((lifetimeMs * parts) / desttimeUnits[unit]) / parts);
}
