import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';

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
    if (given.options.json) {
      printJson(context, { contacts });
    } else if (contacts.length === 0) {
      context.stdout.write(
        'No shared contacts. Fill the list with: valise contacts global import FILE\n',
      );
    } else {
      const rows = contacts.map(({ email, number, language, groups, nick }) => [
        email,
        number,
        language,
        groups.join('; '),
        nick,
      ]);
      const header = ['EMAIL', 'NUMBER', 'LANGUAGE', 'GROUPS', 'NICK'];
      context.stdout.write(formatTable(header, rows));
    }
    return exitStatus.ok;
  },
});
