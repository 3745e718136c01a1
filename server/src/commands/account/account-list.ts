import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { formatFacts, formatInstant, formatTable } from '../../cli-kit/print.ts';
import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import type { Accounts } from '../../domain/access/accounts.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import type { Account } from '../../domain/model/account.ts';
import { withInstallation } from '../installation/open-data.ts';
import { keyTable, keyView } from './key-view.ts';

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
    const json = { accounts: accounts.map(accountView) };
    if (accounts.length === 0) {
      return { json, text: 'No accounts yet. Add one with: valise account add EMAIL NUMBER\n' };
    }
    const rows = accounts.map((account) => [
      account.email,
      account.role,
      account.number,
      stateOf(account),
      formatInstant(account.createdAt),
    ]);
    return { json, text: () => formatTable(['EMAIL', 'ROLE', 'NUMBER', 'STATE', 'CREATED'], rows) };
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
    const facts = [
      ['E-mail', account.email],
      ['Role', account.role],
      ['Number', account.number],
      ['Language', account.language],
      ['State', stateOf(account)],
      ['Created', formatInstant(account.createdAt)],
    ];
    return {
      json: { account: accountView(account), keys: keys.map(keyView) },
      text: `${formatFacts(facts)}${keys.length === 0 ? '' : `\n${keyTable(keys)}`}`,
    };
  },
});

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
