import type { AccountId } from '../../domain/model/ids.ts';
import type { SuppressionRepository } from '../../domain/model/outbox.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';

/** Stands for every account, where a column must not be NULL. */
const everyAccount = '';

const insert = prepareInsert(
  'suppressions.insert',
  'suppressions',
  ['email', 'account_id', 'created_at'],
  [],
);

const ofSender = prepare(
  'suppressions.ofSender',
  (db, given: { email: string; accountId: string }) =>
    db
      .selectFrom('suppressions')
      .select('email')
      .where('email', '=', given.email)
      .where((eb) =>
        eb.or([eb('account_id', '=', given.accountId), eb('account_id', '=', everyAccount)]),
      )
      .limit(1),
);

const all = prepare('suppressions.all', (db) =>
  db.selectFrom('suppressions').selectAll().orderBy('email').orderBy('account_id'),
);

const remove = prepareDelete('suppressions.remove', 'suppressions', 'email');

export function createSuppressionRepository(session: Session): SuppressionRepository {
  return {
    async add({ email, accountId, createdAt }) {
      const changed = await session.change(insert, {
        email,
        account_id: accountId ?? everyAccount,
        created_at: createdAt,
      });
      return changed > 0;
    },

    async has(email, accountId) {
      return (await session.first(ofSender, { email, accountId })) !== undefined;
    },

    async list() {
      return (await session.all(all, {})).map((row) => ({
        email: row.email,
        accountId: row.account_id === everyAccount ? undefined : (row.account_id as AccountId),
        createdAt: row.created_at,
      }));
    },

    async remove(email) {
      return await session.change(remove, { email });
    },
  };
}
