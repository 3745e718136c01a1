import type { PastReceiverRepository } from '../../domain/model/draft.ts';
import { changeEach, prepare } from './prepared-query.ts';
import { preparePut } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import { afterPrefix } from './rows.ts';

const note = preparePut(
  'pastReceivers.note',
  'past_receivers',
  ['account_id', 'email'],
  ['nick', 'last_at'],
);

const search = prepare(
  'pastReceivers.search',
  (db, given: { accountId: string; from: string; to: string; limit: number }) =>
    db
      .selectFrom('past_receivers')
      .select(['email', 'nick'])
      .where('account_id', '=', given.accountId)
      .where('email', '>=', given.from)
      .where('email', '<', given.to)
      .orderBy('email')
      .limit(given.limit),
);

export function createPastReceiverRepository(session: Session): PastReceiverRepository {
  return {
    async note(accountId, receivers, at) {
      const rows = receivers.map(({ email, nick }) => ({
        account_id: accountId,
        email,
        nick,
        last_at: at,
      }));
      await changeEach(session, note, rows);
    },

    async search(accountId, prefix, limit) {
      const to = afterPrefix(prefix);
      return await session.all(search, { accountId, from: prefix, to, limit });
    },
  };
}
