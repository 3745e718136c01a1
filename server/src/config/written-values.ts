import { day, hour, minute, second } from '../domain/model/clock.ts';

const bytesOf = new Map<string, number>([
  ['PiB', 1024 ** 5],
  ['PB', 1000 ** 5],
  ['TiB', 1024 ** 4],
  ['TB', 1000 ** 4],
  ['GiB', 1024 ** 3],
  ['GB', 1000 ** 3],
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
  ['kB', 1000],
  ['B', 1],
]);
const bytesOfAnyCase = new Map(Array.from(bytesOf, ([unit, bytes]) => [unit.toLowerCase(), bytes]));
const sizePattern = /^(\d+(?:\.\d+)?)\s?([a-z]*)$/;

/** Bytes of `10GB` (1000s), `512MiB` (1024s) or a number of bytes; undefined for anything else. */
export function parseSize(written: unknown): number | undefined {
  if (typeof written === 'number') return written;
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = sizePattern.exec(written.trim().toLowerCase()) ?? [];
  const unitBytes = bytesOfAnyCase.get(unit === '' ? 'b' : unit);
  if (count === undefined || unitBytes === undefined) return undefined;
  return Math.round(Number(count) * unitBytes);
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatSize(sizeBytes: number): string {
  for (const [unit, bytes] of bytesOf) {
    if (sizeBytes >= bytes && sizeBytes % bytes === 0) return `${sizeBytes / bytes}${unit}`;
  }
  return `${sizeBytes}B`;
}

const durationUnits = new Map([
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
]);
const durationPattern = /^(\d+(?:\.\d+)?)([dhms]?)$/;

/** Milliseconds of `30s`, `15m`, `1.5h`, `7d` or a number of seconds; undefined for anything else. */
export function parseDuration(written: unknown): number | undefined {
  if (typeof written === 'number') return Math.round(written * second);
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = durationPattern.exec(written.trim()) ?? [];
  return count === undefined
    ? undefined
    : Math.round(Number(count) * (durationUnits.get(unit) ?? second));
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, length] of durationUnits) {
    if (milliseconds >= length && milliseconds % length === 0) {
      return `${milliseconds / length}${unit}`;
    }
  }
  return `${milliseconds / second}s`;
}

/**
 * Reads three or six hexadecimal digits as `#rrggbb`. The `#` may be missing: where a word begins
 * with it, a shell takes the rest of the line for a comment.
 */
export function parseColor(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(written) ?? [];
  if (digits === '') return undefined;
  const all = digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&');
  return `#${all.toLowerCase()}`;
}

/** Whether `name` is a time zone such as Europe/Stockholm; an offset is not one. */
export function isTimeZone(name: string): boolean {
  // The usual value: looking it up takes a twentieth of the time of a start.
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
