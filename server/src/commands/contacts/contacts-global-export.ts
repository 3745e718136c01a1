import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { writeNamedFile } from '../../cli-kit/named-file.ts';
import { withInstallation } from '../installation/open-data.ts';
import { chooseFormat, formatOption } from './contact-formats.ts';
import { contactsAsCsv } from './contacts-csv.ts';

export const contactsGlobalExport = defineCommand({
  name: 'contacts global export',
  summary: 'write the shared contacts as JSON or CSV',
  about: `Writes what "valise contacts global import" reads. In CSV, the groups of a contact share one
cell, parted by ";", and a cell that a spreadsheet could take for a formula begins with an
apostrophe, which the import takes off again. JSON is written unless a format is said or told.`,
  options: {
    format: formatOption,
    output: { value: 'FILE', doc: 'where to write; standard output unless said' },
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
