import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import type { Accounts } from '../../domain/access/accounts.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import type { Account } from '../../domain/model/account.ts';

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

export function stateOf({ disabledAt }: Account): 'enabled' | 'disabled' {
  return disabledAt === undefined ? 'enabled' : 'disabled';
}

/** The operator's verbs on the accounts of an open data folder. */
export function accountsOf(installation: Installation, { language }: Config): Accounts {
  const { apiKeyHasher: hasher, slowKeyHasher: slowHasher } = installation;
  return createAccounts({ ...installation, hasher, slowHasher, language });
}
