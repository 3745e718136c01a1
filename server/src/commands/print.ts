import type { Instant } from '../domain/clock.ts';
import type { CommandContext } from './command.ts';

/** For scripts: one object, one line. */
export function printJson({ stdout }: CommandContext, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** `1 record`, `2 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** To the second, in UTC: `2026-11-15 12:00:00Z`. */
export function formatInstant(at: Instant): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
}
