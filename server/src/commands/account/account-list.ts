import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { accountView, stateOf } from './account-view.ts';
import { accountsOf } from './accounts-of.ts';

export const accountList = defineCommand({
  name: 'account list',
  summary: 'show every account',
  about: 'Lists the accounts by e-mail address.',
  options: { json: jsonOption },
  examples: ['account list', 'account list --json'],
  async run(context, given) {
    const accounts = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).list(),
    );
    if (given.options.json) {
      printJson(context, { accounts: accounts.map(accountView) });
    } else if (accounts.length === 0) {
      context.stdout.write('No accounts yet. Add one with: valise account add EMAIL NUMBER\n');
    } else {
      const rows = accounts.map((account) => [
        account.email,
        account.role,
        account.number,
        stateOf(account),
        formatInstant(account.createdAt),
      ]);
      context.stdout.write(formatTable(['EMAIL', 'ROLE', 'NUMBER', 'STATE', 'CREATED'], rows));
    }
    return exitStatus.ok;
  },
});
