import type { Contact } from '../../domain/model/contact.ts';
import { complete } from '../../domain/model/contact.ts';
import { parseContacts } from '../../domain/contacts/contact-input.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { ContactRow } from './contacts-csv.ts';

/** Holds each row against the rules for contacts. Throws `invalid`, naming every bad row by its place. */
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
