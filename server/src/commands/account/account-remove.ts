import { jsonOption } from '../../cli-kit/command-options.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

export const accountRemove = defineCommand({
  name: 'account remove',
  summary: 'remove an account and everything it uploaded',
  about: `Cannot be undone: the account's files become unreadable at once, also for those they were sent
to, and its links die. The audit trail stays. To keep someone out for a while, disable the account.

On a terminal you are asked first; elsewhere --yes must be said.`,
  words: ['EMAIL'],
  options: { yes: { doc: 'do it without asking' }, json: jsonOption },
  examples: ['account remove billing@example.com', 'account remove billing@example.com --yes'],
  async run(context, given) {
    const [email] = given.words;
    // Whether there is such an account is said before anyone is asked about it; and no data folder
    // stands open while a person thinks.
    const { account } = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).get(email),
    );
    const question = `Remove ${account.email} and everything it uploaded?`;
    if (!given.options.yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was removed.\n');
      return exitStatus.failed;
    }
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).remove(operator, email),
    );
    if (given.options.json) printJson(context, { status: 'ok' });
    else context.stdout.write(`Removed ${account.email}.\n`);
    return exitStatus.ok;
  },
});
