import type { Config } from '../../config/settings.ts';
import type { Accounts } from '../../domain/access/accounts.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import type { Installation } from '../../compose/installation.ts';

/** The operator's verbs on the accounts of an open data folder. */
export function accountsOf(installation: Installation, { language }: Config): Accounts {
  const { apiKeyHasher: hasher, slowKeyHasher: slowHasher } = installation;
  return createAccounts({ ...installation, hasher, slowHasher, language });
}
