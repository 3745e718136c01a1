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

/** A cell with or without quotes, and what ends it. */
const cellPatterns: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
};

/** Reads what `formatCsvRow` or a spreadsheet wrote. Rows without any text are left out. */
export function parseCsv(text: string, separator: CsvSeparator = ','): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { number: 1, cells: [] };
  const cell = new RegExp(cellPatterns[separator]);
  cell.lastIndex = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  for (;;) {
    const found = cell.exec(text);
    if (found === null) {
      const problem = 'has a quote that is neither the first nor the last character of its cell.';
      throw invalid([{ field: `row ${row.number}`, problem }]);
    }
    const [, quoted, bare = '', end] = found;
    row.cells.push(removeGuard(quoted?.replaceAll('""', '"') ?? bare));
    if (end === separator) continue;
    if (row.cells.some((content) => content !== '')) rows.push(row);
    if (end === '') return rows;
    row = { number: row.number + 1, cells: [] };
  }
}

function removeGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
