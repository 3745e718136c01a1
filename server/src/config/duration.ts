import { day, hour, minute, second } from '../domain/model/clock.ts';

const units = new Map([
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
]);
const pattern = /^(\d+(?:\.\d+)?)([dhms]?)$/;

/** Milliseconds of `30s`, `15m`, `1.5h`, `7d` or a number of seconds; undefined for anything else. */
export function parseDuration(written: unknown): number | undefined {
  if (typeof written === 'number') return Math.round(written * second);
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = pattern.exec(written.trim()) ?? [];
  return count === undefined ? undefined : Math.round(Number(count) * (units.get(unit) ?? second));
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, length] of units) {
    if (milliseconds >= length && milliseconds % length === 0) {
      return `${milliseconds / length}${unit}`;
    }
  }
  return `${milliseconds / second}s`;
}
