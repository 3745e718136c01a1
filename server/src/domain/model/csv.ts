import { pieceLength } from './pieces.ts';
import { invalid } from './valise-error.ts';

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

export type CsvSeparator = ',' | ';' | '\t';

/** What is longer is cut: no field may be so long, so that what is left is refused for its length. */
const maxCellLength = 65_536;
/** Further cells of a row are left out. */
const maxCells = 1000;

/** Reads what `formatCsvRow` or a spreadsheet wrote. Rows without any text are left out. */
export function parseCsv(text: string, separator: CsvSeparator = ','): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of readCsv(text, separator)) if (row !== undefined) rows.push(row);
  return rows;
}

/** As `parseCsv`, row by row, and undefined for a pause. */
export function* readCsv(
  text: string,
  separator: CsvSeparator,
): Generator<CsvRow | undefined, undefined> {
  const separatorCode = separator.charCodeAt(0);
  let row: CsvRow = { number: 1, cells: [] };
  let hasText = false;
  let at = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  let pauseAt = at + pieceLength;
  for (;;) {
    if (at >= pauseAt) {
      yield undefined;
      pauseAt = at + pieceLength;
    }
    const start = at;
    const isQuoted = text.charCodeAt(at) === quote;
    if (isQuoted) {
      do {
        at = text.indexOf('"', at + 1);
        if (at === -1) throw misplacedQuote(row);
        at += 1;
        if (at >= pauseAt) {
          yield undefined;
          pauseAt = at + pieceLength;
        }
      } while (text.charCodeAt(at) === quote);
    } else {
      while (!endsCell(text.charCodeAt(at), separatorCode)) {
        at += 1;
        if (at >= pauseAt) {
          yield undefined;
          pauseAt = at + pieceLength;
        }
      }
    }
    if (row.cells.length < maxCells) {
      const cell = isQuoted
        ? text.slice(start + 1, Math.min(at - 1, start + maxCellLength)).replaceAll('""', '"')
        : text.slice(start, Math.min(at, start + maxCellLength));
      hasText ||= cell !== '';
      row.cells.push(removeGuard(cell));
    }
    const end = text.charCodeAt(at);
    if (!endsCell(end, separatorCode) || end === quote) throw misplacedQuote(row);
    at += end === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
    if (end === separatorCode) continue;
    if (hasText) yield row;
    if (Number.isNaN(end)) return undefined;
    row = { number: row.number + 1, cells: [] };
    hasText = false;
  }
}

const [quote, carriageReturn, lineFeed] = [0x22, 0x0d, 0x0a];

/** The code of no character is the end of the text. A quote ends a cell too, wrongly. */
function endsCell(code: number, separator: number): boolean {
  return (
    code === separator ||
    code === lineFeed ||
    code === carriageReturn ||
    code === quote ||
    Number.isNaN(code)
  );
}

function misplacedQuote({ number }: CsvRow): Error {
  const problem = 'has a quote that is neither the first nor the last character of its cell.';
  return invalid([{ field: `row ${number}`, problem }]);
}

function removeGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
