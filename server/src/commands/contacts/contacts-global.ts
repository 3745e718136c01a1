import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { readNamedFile, writeNamedFile } from '../../cli-kit/named-file.ts';
import { formatNumber, formatTable } from '../../cli-kit/print.ts';
import { createContacts } from '../../domain/contacts/contacts.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import type { ContactFormat, ContactRow } from './contact-formats.ts';
import {
  chooseFormat,
  formatOption,
  contactRowsOfCsv,
  contactsAsCsv,
  csvHeader,
  parseContactRows,
} from './contact-formats.ts';

export const contactsGlobalList = defineCommand({
  name: 'contacts global list',
  summary: 'show the contacts that every account sees',
  about: `Every account finds these contacts beside its own, and cannot change them.`,
  options: { json: jsonOption },
  examples: ['contacts global list', 'contacts global list --json'],
  async run(context, given) {
    const contacts = await withInstallation(context, given, ({ database }) =>
      database.contacts.listGlobal(),
    );
    const none = 'No shared contacts. Fill the list with: valise contacts global import FILE\n';
    if (contacts.length === 0) return { json: { contacts }, text: none };
    const rows = contacts.map(({ email, number, language, groups, nick }) => [
      email,
      number,
      language,
      groups.join('; '),
      nick,
    ]);
    const header = ['EMAIL', 'NUMBER', 'LANGUAGE', 'GROUPS', 'NICK'];
    return { json: { contacts }, text: () => formatTable(header, rows) };
  },
});

export const contactsGlobalExport = defineCommand({
  name: 'contacts global export',
  summary: 'write the shared contacts as JSON or CSV',
  about: `Writes what "valise contacts global import" reads. In CSV, the groups of a contact share one
cell, separated by ";", and a cell that a spreadsheet could take for a formula begins with an
apostrophe, which the import removes again. JSON is written unless a format is given.`,
  options: {
    format: formatOption,
    output: { value: 'FILE', doc: 'where to write (default: standard output)' },
  },
  examples: [
    'contacts global export --output contacts.csv',
    'contacts global export --format json',
  ],
  async run(context, given) {
    const { format: asked, output } = given.options;
    const format = chooseFormat(asked, output, 'json');
    const contacts = await withInstallation(context, given, ({ database }) =>
      database.contacts.listGlobal(),
    );
    const text =
      format === 'csv' ? contactsAsCsv(contacts) : `${JSON.stringify(contacts, null, 2)}\n`;
    await writeNamedFile(context, output, [text]);
    return exitStatus.ok;
  },
});

export const contactsGlobalImport = defineCommand({
  name: 'contacts global import',
  summary: 'replace the contacts that every account sees',
  about: `Replaces the whole list with the contacts in FILE, or on standard input for "-". All rows are
checked first, every bad one is named, and then nothing is changed.

JSON is an array of contacts: [{"email": "…", "number": "…", "language": "…", "groups": ["…"],
"nick": "…"}]. CSV (RFC 4180, UTF-8) begins with the row
  ${csvHeader}
and separates the groups of a contact with ";". All but the e-mail address may be empty or left out.`,
  words: ['FILE'],
  options: { format: formatOption, json: jsonOption },
  examples: [
    'contacts global import contacts.csv',
    'contacts global import - --format json < contacts.json',
  ],
  async run(context, given) {
    const [file] = given.words;
    const format = chooseFormat(given.options.format, file);
    const contacts = parseContactRows(readRows(await readNamedFile(context, file), format));
    const before = await withInstallation(context, given, async (installation, { config }) => {
      const replaced = await installation.database.contacts.listGlobal();
      const { contactsOnly, contactsReplace } = config;
      const service = createContacts({ ...installation, contactsOnly, contactsReplace });
      await service.replaceGlobal(operator, contacts);
      return replaced.length;
    });
    return {
      json: { status: 'ok', before, after: contacts.length },
      text: `Shared contacts: ${formatNumber(contacts.length)} now, ${formatNumber(before)} before.\n`,
    };
  },
});

function readRows(text: string, format: ContactFormat): ContactRow[] {
  return format === 'csv' ? contactRowsOfCsv(text) : contactRowsOfJson(text);
}

function contactRowsOfJson(text: string): ContactRow[] {
  const contacts = parseJson(text);
  if (!Array.isArray(contacts)) {
    throw invalid([{ field: 'file', problem: 'must hold a JSON array of contacts.' }]);
  }
  return contacts.map((fields: unknown, index) => ({ place: `contact ${index + 1}`, fields }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid([{ field: 'file', problem: `is not JSON: ${error.message}.` }]);
  }
}
