import type { ApiKey } from '../../domain/model/account.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { accountView, stateOf } from './account-view.ts';
import { accountsOf } from './accounts-of.ts';

export const accountShow = defineCommand({
  name: 'account show',
  summary: 'show one account and when its keys end',
  about: 'Keys themselves cannot be shown: only a hash of each is kept.',
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account show billing@example.com'],
  async run(context, given) {
    const [email] = given.words;
    const { account, keys } = await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).get(email),
    );
    if (given.options.json) {
      printJson(context, { account: accountView(account), keys: keys.map(keyView) });
      return exitStatus.ok;
    }
    const facts = [
      ['E-mail', account.email],
      ['Role', account.role],
      ['Number', account.number],
      ['Language', account.language],
      ['State', stateOf(account)],
      ['Created', formatInstant(account.createdAt)],
    ];
    context.stdout.write(
      facts.map(([name = '', value = '']) => `${name.padEnd(8)}  ${value}\n`).join(''),
    );
    if (keys.length > 0) {
      const rows = keys.map(({ createdAt, expiresAt }) => [
        formatInstant(createdAt),
        expiresAt === undefined ? 'when it is replaced' : formatInstant(expiresAt),
      ]);
      context.stdout.write(`\n${formatTable(['KEY MADE', 'GOOD UNTIL'], rows)}`);
    }
    return exitStatus.ok;
  },
});

function keyView({ id, createdAt, expiresAt }: ApiKey) {
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
}
