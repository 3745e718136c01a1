import { extname } from 'node:path';

import type { Problem } from '#protocol/errors.ts';
import { formatCsvRow, parseCsv } from '../../domain/model/csv.ts';
import { parseContacts } from '../../domain/contacts/contact-input.ts';
import type { Contact } from '../../domain/model/contact.ts';
import { complete } from '../../domain/model/contact.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';

const columns = ['email', 'number', 'language', 'groups', 'nick'] as const;
type Column = (typeof columns)[number];

export const csvHeader = columns.join(',');

export function contactsAsCsv(contacts: readonly Contact[]): string {
  const rows = contacts.map(({ email, number, language, groups, nick }) =>
    formatCsvRow([email, number, language, joinGroups(groups), nick]),
  );
  return [formatCsvRow(columns), ...rows].join('');
}

/** A row that may be a contact: not checked yet. */
export interface ContactRow {
  /** Its place in the file, for messages. */
  place: string;
  fields: unknown;
}

/** The columns may come in any order, and all but `email` are optional. */
export function contactRowsOfCsv(text: string): ContactRow[] {
  const [header, ...rows] = parseCsv(text);
  const names = readHeader(header?.cells ?? []);
  const problems: Problem[] = [];
  const found = rows.map(({ number, cells }) => {
    const place = `row ${number}`;
    if (cells.length !== names.length) {
      const problem = `has ${cells.length} cells, but the header has ${names.length}.`;
      problems.push({ field: place, problem });
    }
    const fields = names.map((name, index) => {
      const cell = cells[index] ?? '';
      return [name, name === 'groups' ? splitGroups(cell) : cell] as const;
    });
    return { place, fields: Object.fromEntries(fields) };
  });
  if (problems.length > 0) throw invalid(problems);
  return found;
}

function readHeader(cells: readonly string[]): Column[] {
  const names = cells.map((cell) => {
    const name = cell.trim().toLowerCase();
    return columns.find((column) => column === name);
  });
  const known = names.filter((name) => name !== undefined);
  const isWhole = known.length === names.length && new Set(known).size === known.length;
  if (isWhole && known.includes('email')) return known;
  const problem = `must be the header: ${csvHeader}, each at most once and parted by commas.`;
  throw invalid([{ field: 'row 1', problem }]);
}

/** Names are separated by `;`. A backslash escapes a `;` or backslash in a name. */
function joinGroups(groups: readonly string[]): string {
  return groups.map((group) => group.replaceAll(/[\\;]/g, '\\$&')).join(';');
}

/** Blanks around a name are not part of it. */
function splitGroups(cell: string): string[] {
  const parts = [''];
  for (const [whole, escaped] of cell.matchAll(/\\([\\;])|[^]/g)) {
    if (whole === ';') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${escaped ?? whole}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Validates each row as a contact. Throws `invalid`, naming every bad row by its place. */
export function parseContactRows(rows: readonly ContactRow[]): Contact[] {
  try {
    const contacts = parseContacts(
      rows.map(({ fields }) => fields),
      'file',
    );
    return contacts.map((contact) => complete(contact));
  } catch (error) {
    if (!(error instanceof ValiseError) || error.details === undefined) throw error;
    throw invalid(
      error.details.map(({ field, problem }) => {
        const [, index, name] = /^\[(\d+)\](?:\.(.+))?$/.exec(field) ?? [];
        const place = index === undefined ? field : (rows[Number(index)]?.place ?? field);
        return { field: name === undefined ? place : `${place}, ${name}`, problem };
      }),
    );
  }
}

const contactFormats = ['json', 'csv'] as const;
export type ContactFormat = (typeof contactFormats)[number];

export const formatOption = {
  value: 'json|csv',
  doc: 'the format (default: by the file extension)',
} as const;

/** The format that was asked for, else the one of the file's extension, else `fallback`. */
export function chooseFormat(
  asked: string | undefined,
  fileName: string | undefined,
  fallback?: ContactFormat,
): ContactFormat {
  const ending = fileName === undefined ? '' : extname(fileName).slice(1).toLowerCase();
  const chosen =
    asked === undefined
      ? (contactFormats.find((format) => format === ending) ?? fallback)
      : contactFormats.find((format) => format === asked);
  if (chosen !== undefined) return chosen;
  throw new ValiseError(
    'usage',
    asked === undefined
      ? 'The file’s name does not tell its format: say --format json or --format csv.'
      : '--format must be json or csv.',
  );
}
