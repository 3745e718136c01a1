import { createContacts } from '../../domain/contacts/contacts.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { readNamedFile } from '../../cli-kit/named-file.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { formatNumber, printJson } from '../../cli-kit/print.ts';
import type { ContactFormat } from './contact-formats.ts';
import { chooseFormat, formatOption } from './contact-formats.ts';
import type { ContactRow } from './contacts-csv.ts';
import { contactRowsOfCsv, csvHeader } from './contacts-csv.ts';
import { parseContactRows } from './parse-contact-rows.ts';

export const contactsGlobalImport = defineCommand({
  name: 'contacts global import',
  summary: 'replace the contacts that every account sees',
  about: `Replaces the whole list with the contacts in FILE, or on standard input for "-". All rows are
checked first, every bad one is named, and then nothing is changed.

JSON is an array of contacts: [{"email": "…", "number": "…", "language": "…", "groups": ["…"],
"nick": "…"}]. CSV (RFC 4180, UTF-8) begins with the row
  ${csvHeader}
and parts the groups of a contact by ";". All but the e-mail address may be empty or left out.`,
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
    if (given.options.json) {
      printJson(context, { status: 'ok', before, after: contacts.length });
    } else {
      context.stdout.write(
        `Shared contacts: ${formatNumber(contacts.length)} now, ${formatNumber(before)} before.\n`,
      );
    }
    return exitStatus.ok;
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
