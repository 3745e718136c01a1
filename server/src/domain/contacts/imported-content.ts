import type { InPieces } from '../model/pieces.ts';
import type { TextEncodingName } from './decode-text.ts';
import type { ImportedRow } from './imported-rows.ts';

/** What is kept of a file until its import is confirmed. */
export interface ImportedContent {
  encoding: TextEncodingName;
  rows: ImportedRow[];
}

/** Rows of one line: some milliseconds to read or write. */
const rowsOfLine = 500;

/**
 * JSON whose rows stand in lines, so that it can be read line by line; nodes of earlier versions read it as a whole.
 */
export function* writeContent({ encoding, rows }: ImportedContent): InPieces<string> {
  const lines = [`{"encoding":${JSON.stringify(encoding)},"rows":[`];
  for (let start = 0; start < rows.length; start += rowsOfLine) {
    const some = JSON.stringify(rows.slice(start, start + rowsOfLine)).slice(1, -1);
    lines.push(start + rowsOfLine < rows.length ? `${some},` : some);
    yield undefined;
  }
  return [...lines, ']}'].join('\n');
}

export function* readContent(text: string): InPieces<ImportedContent> {
  const [head = '', ...lines] = text.split('\n');
  // Of an earlier version.
  if (lines.length === 0) return JSON.parse(head) as ImportedContent;
  const content = JSON.parse(`${head}]}`) as ImportedContent;
  for (const line of lines.slice(0, -1)) {
    const some = line.endsWith(',') ? line.slice(0, -1) : line;
    content.rows.push(...(JSON.parse(`[${some}]`) as ImportedRow[]));
    yield undefined;
  }
  return content;
}
