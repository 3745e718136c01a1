import { scaleSize } from '#protocol/human-size.ts';
import type { Instant } from '../domain/model/clock.ts';
import type { CommandContext } from './command.ts';

/** For scripts: one object, one line. */
export function printJson({ stdout }: CommandContext, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** As on pages in English: `5,000`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `1 record`, `2,000 records`. */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** As on pages in English: `999 bytes`, `10 kB`, `1.2 GB`. */
export function formatBytes(sizeBytes: number): string {
  const { value, unit } = scaleSize(sizeBytes);
  return unit === 'B' ? counted(value, 'byte') : `${formatNumber(value)} ${unit}`;
}

/** To the second, in UTC: `2026-11-15 12:00:00Z`. */
export function formatInstant(at: Instant): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
}
