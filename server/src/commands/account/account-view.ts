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
