import type { Contact } from '../model/contact.ts';
import { formatCsvRow } from '../model/csv.ts';

/** What `readCsvContacts` reads. The apostrophe before a cell that could act as a formula is taken off again. */
export const csvExportHeader = `\ufeff${formatCsvRow(['Email', 'Name', 'Mobile', 'Language'])}`;

export function csvRowOf({ email, nick, number, language }: Contact): string {
  return formatCsvRow([email, nick, number === '' ? '' : `+${number}`, language]);
}
