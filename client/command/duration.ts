import { UsageError } from './exit-status.ts';

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `90s`, `30m`, `12h`, `7d`, `2w`, in seconds. */
export function parseDuration(flag: string, written: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,8})([smhdw])$/.exec(written) ?? [];
  const unitSeconds = seconds[unit];
  if (unitSeconds !== undefined) return Number(count) * unitSeconds;
  throw new UsageError(`${flag} must be a duration such as 30m, 12h or 7d.`);
}

/** A duration before now, or a date or time. */
export function parseSince(flag: string, written: string): Date {
  if (/^\d+[smhdw]$/.test(written)) {
    return new Date(Date.now() - parseDuration(flag, written) * 1000);
  }
  const at = /^\d{4}-\d{2}-\d{2}/.test(written) ? new Date(written) : undefined;
  if (at !== undefined && !Number.isNaN(at.getTime())) return at;
  throw new UsageError(`${flag} must be a duration such as 7d, a date or a time.`);
}

/** An end that is to come: a duration from now, or a date or time. */
export function parseEnd(
  flag: string,
  written: string,
): { expiresIn: number } | { expiresAt: Date } {
  if (/^\d+[smhdw]$/.test(written)) return { expiresIn: parseDuration(flag, written) };
  const expiresAt = parseSince(flag, written);
  if (expiresAt.getTime() > Date.now()) return { expiresAt };
  throw new UsageError(`${flag} is over already: ${expiresAt.toISOString()}.`);
}
