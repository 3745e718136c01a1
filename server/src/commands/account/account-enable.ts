import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

export const accountEnable = defineCommand({
  name: 'account enable',
  summary: 'let a disabled account in again',
  about: 'Its keys, contacts and files are as they were.',
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account enable billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).enable(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Enabled ${email}.\n`);
    return exitStatus.ok;
  },
});
