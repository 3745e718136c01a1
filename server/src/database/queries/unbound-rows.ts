import type { Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import { prepareUpdate } from './rows-by-column.ts';
import type { BoundRows } from './bound-rows.ts';
import { dispatchOf, selectReceiversWithSender } from './bound-rows.ts';

/** How many rows get their MAC in one transaction: others write in between. */
export const rowsAtOnce = 500;

interface Page {
  after: string;
  limit: number;
}

const unboundKeys = prepare('boundRows.unboundKeys', (db, given: Page) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .selectAll('key')
    .select('account.email as account_email')
    .where('key.mac', 'is', null)
    .where('key.id', '>', given.after)
    .orderBy('key.id')
    .limit(given.limit),
);

const unboundReceivers = prepare('boundRows.unboundReceivers', (db, given: Page) =>
  selectReceiversWithSender(db)
    .where('receiver.mac', 'is', null)
    .where('receiver.id', '>', given.after)
    .orderBy('receiver.id')
    .limit(given.limit),
);

const bindKey = prepareUpdate('boundRows.bindKey', 'api_keys', 'id', 'mac');

const bindReceiver = prepareUpdate(
  'boundRows.bindReceiver',
  'dispatch_receivers',
  'id',
  'mac',
  'link_mac',
);

/** Adds MACs to a page of rows. Returns where the next one begins, if any. */
export type BindPage = (
  session: Session,
  bound: BoundRows,
  after: string,
) => Promise<string | undefined>;

const bindKeys: BindPage = async (session, bound, after) => {
  const rows = await session.all(unboundKeys, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindKey, { id: row.id, mac: bound.codeOfKey(row, row.account_email) });
  }
  return rows.at(-1)?.id;
};

const bindReceivers: BindPage = async (session, bound, after) => {
  const rows = await session.all(unboundReceivers, { after, limit: rowsAtOnce });
  for (const row of rows) {
    await session.change(bindReceiver, {
      id: row.id,
      mac: bound.codeOfReceiver(row, dispatchOf(row), row.sender_email),
      link_mac: bound.codeOfLink(row),
    });
  }
  return rows.at(-1)?.id;
};

/** Binds all rows of these kinds, page by page: each in a transaction of its own, since others write meanwhile. */
export async function bindAll(
  kinds: readonly BindPage[],
  inTransaction: (bindPage: BindPage, after: string) => Promise<string | undefined>,
): Promise<void> {
  for (const bindPage of kinds) {
    let after: string | undefined = '';
    while (after !== undefined) after = await inTransaction(bindPage, after);
  }
}

/** One for each kind of row with a MAC. */
export const unboundRows: readonly BindPage[] = [bindKeys, bindReceivers];
