import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatInstant, formatTable, printJson } from '../../cli-kit/print.ts';
import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import type { Accounts } from '../../domain/access/accounts.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import type { Account, NamedApiKey } from '../../domain/model/account.ts';
import { withInstallation } from '../installation/open-data.ts';

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

export const accountShow = defineCommand({
  name: 'account show',
  summary: 'show one account, and when its keys were used and expire',
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
      const rows = keys.map(({ name, createdAt, expiresAt, lastUsedAt }) => [
        name === '' ? '-' : name,
        formatInstant(createdAt),
        expiresAt === undefined ? 'when it is replaced' : formatInstant(expiresAt),
        lastUsedAt === undefined ? 'unknown' : formatInstant(lastUsedAt),
      ]);
      context.stdout.write(
        `\n${formatTable(['KEY', 'CREATED', 'VALID UNTIL', 'LAST USED'], rows)}`,
      );
    }
    return exitStatus.ok;
  },
});

function keyView({ id, name, createdAt, expiresAt, lastUsedAt }: NamedApiKey) {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
  };
}

/** An account as scripts see it. */
export function accountView(account: Account) {
  const { email, number, role, language, createdAt, disabledAt } = account;
  return {
    email,
    number,
    role,
    language,
    state: stateOf(account),
    createdAt: new Date(createdAt).toISOString(),
    disabledAt: disabledAt === undefined ? null : new Date(disabledAt).toISOString(),
  };
}

function stateOf({ disabledAt }: Account): 'enabled' | 'disabled' {
  return disabledAt === undefined ? 'enabled' : 'disabled';
}

/** The operator's verbs on the accounts of an open data folder. */
export function accountsOf(installation: Installation, { language }: Config): Accounts {
  const { apiKeyHasher: keyHasher, slowKeyHasher: slowHasher } = installation;
  return createAccounts({ ...installation, keyHasher, slowHasher, language });
}
