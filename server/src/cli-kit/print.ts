import { scaleSize } from '#protocol/human-size.ts';
import { replaceUnsafe } from '#protocol/untrusted-text.ts';
import type { Instant } from '../domain/model/clock.ts';
import { invalid } from '../domain/model/valise-error.ts';
import type { CommandContext } from './define-command.ts';

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

const segmenter = new Intl.Segmenter();

/** The number of grapheme clusters. */
function lengthOf(text: string): number {
  return isPlain(text) ? text.length : Array.from(segmenter.segment(text)).length;
}

/** Printable ASCII has one character per code unit: most cells, and much faster to measure. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Quotes a text as one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Untrusted text, made safe for a terminal: it moves no cursor and hides nothing. */
export function printableText(text: string): string {
  return replaceUnsafe(text, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}

/**
 * The characters that make a spreadsheet treat a cell as a formula (OWASP, CSV injection), after any guards
 * before them.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Spreadsheets write one before the first cell. */
const byteOrderMark = '\ufeff';

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  number: number;
  cells: string[];
}

/** One record by RFC 4180. No cell can act as a formula: those that could begin with an apostrophe. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: string): string {
  const guarded = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Reads what `formatCsvRow` or a spreadsheet wrote. Rows without any text are left out. */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { number: 1, cells: [] };
  /** A cell with or without quotes, and what ends it. */
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  cell.lastIndex = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  for (;;) {
    const found = cell.exec(text);
    if (found === null) {
      const problem = 'has a quote that is neither the first nor the last character of its cell.';
      throw invalid([{ field: `row ${row.number}`, problem }]);
    }
    const [, quoted, bare = '', end] = found;
    row.cells.push(removeGuard(quoted?.replaceAll('""', '"') ?? bare));
    if (end === ',') continue;
    if (row.cells.some((content) => content !== '')) rows.push(row);
    if (end === '') return rows;
    row = { number: row.number + 1, cells: [] };
  }
}

function removeGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
