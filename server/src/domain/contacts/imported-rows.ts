import type { ContactFields } from './contact-fields.ts';

/** One row of a file, as it stands there. */
export interface ImportedRow {
  /** The row of a table as a spreadsheet counts, or the first line of a card. */
  line: number;
  fields: Partial<ContactFields>;
}

/** Why a file as a whole is refused. */
export type FileFault = 'empty' | 'no_addresses' | 'too_many' | 'broken';

/** The rows of a file, or why there are none and where. */
export type ImportedRows = { rows: ImportedRow[] } | { fault: FileFault; line?: number };

/** Longer cells are wrong for every field: what is kept of them is enough to say so. */
const maxCellCharacters = 300;

export function rowOf(line: number, fields: ContactFields): ImportedRow {
  const kept = (Object.keys(fields) as (keyof ContactFields)[])
    .map((name) => [name, fields[name].trim().slice(0, maxCellCharacters)] as const)
    .filter(([, value]) => value !== '');
  return { line, fields: Object.fromEntries(kept) };
}
