import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

export const accountDisable = defineCommand({
  name: 'account disable',
  summary: 'refuse an account until it is enabled again',
  about: `Takes effect with the account's next request, and ends uploads that still run. Nothing of the
account is lost, and what it has sent can still be received.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account disable billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).disable(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Disabled ${email}.\n`);
    return exitStatus.ok;
  },
});
