import { scaleSize } from '#protocol/human-size.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import type { Instant } from '../domain/model/clock.ts';
import type { CommandContext } from './define-command.ts';

/** For scripts: one object, one line. */
export function printJson({ stdout }: CommandContext, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

// Created when they are first needed, which is in few commands: they take longer than the work of most.
let numbers: Intl.NumberFormat | undefined;
let segmenter: Intl.Segmenter | undefined;

/** As on pages in English: `5,000`. */
export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
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

/** A line for each, the values below one another. */
export function formatFacts(facts: readonly string[][]): string {
  return facts.map(([name = '', value = '']) => `${name.padEnd(8)}  ${value}\n`).join('');
}

/** Aligned columns under a header, one line a row, each line ended. */
export function formatTable(header: readonly string[], rows: readonly string[][]): string {
  const lines = [header, ...rows].map((row) => row.map(printableText));
  const widths = header.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, lengthOf(cells[column] ?? '')), 0),
  );
  return lines
    .map((cells) => {
      const padded = cells.map((cell, column) => {
        return cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell));
      });
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** The number of grapheme clusters. */
function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text)).length;
}

/** Printable ASCII has one character per code unit: most cells, and much faster to measure. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Quotes a text as one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
