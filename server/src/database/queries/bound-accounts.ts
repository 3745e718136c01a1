import type { ExpressionBuilder, Kysely } from 'kysely';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import { prepareUpdate } from './rows-by-column.ts';
import type { BoundRows } from './bound-rows.ts';
import type { Schema } from './schema.ts';

type WithAccount = Schema & { account: Schema['accounts'] };

/** What the MAC of an account covers besides its own columns: its confirmed authenticator, and its last reset. */
export function boundColumns(eb: ExpressionBuilder<WithAccount, 'account'>) {
  const confirmed = eb
    .selectFrom('totp_secrets as confirmed')
    .whereRef('confirmed.account_id', '=', 'account.id')
    .where('confirmed.confirmed_at', 'is not', null);
  return [
    confirmed.select('confirmed.sealed').as('authenticator'),
    confirmed.select('confirmed.confirmed_at').as('authenticator_since'),
    eb
      .selectFrom('passwords as reset')
      .select('reset.reset_at')
      .whereRef('reset.account_id', '=', 'account.id')
      .as('password_reset_at'),
  ];
}

/** Accounts, each with what its MAC covers. */
export function selectAccounts(db: Kysely<Schema>) {
  return db.selectFrom('accounts as account').selectAll('account').select(boundColumns);
}

export const accountById = prepare('accounts.byId', (db, given: { id: string }) =>
  selectAccounts(db).where('account.id', '=', given.id),
);

export const setMac = prepareUpdate('accounts.setMac', 'accounts', 'id', 'mac');

/**
 * Makes a change of what the MAC of an account covers, in the caller's transaction. An account whose MAC is
 * wrong stays so: a change must not make rightful what somebody else wrote.
 */
export async function changeBound(
  session: Session,
  bound: BoundRows,
  id: AccountId,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await session.first(accountById, { id });
  const wasSound = before !== undefined && bound.isSoundAccount(before);
  await change();
  const after = wasSound ? await session.first(accountById, { id }) : undefined;
  if (after !== undefined) {
    await session.change(setMac, { id, mac: bound.codeOfAccount(after) });
  }
}
