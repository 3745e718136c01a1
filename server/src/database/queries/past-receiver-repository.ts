import type { PastReceiverRepository } from '../../domain/model/draft.ts';
import { changeEach, prepare } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import { afterPrefix } from './rows.ts';
import type { Schema } from './schema.ts';

const note = prepare('pastReceivers.note', (db, given: Schema['past_receivers']) =>
  db
    .insertInto('past_receivers')
    .values({
      account_id: given.account_id,
      email: given.email,
      nick: given.nick,
      last_at: given.last_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'email'])
        .doUpdateSet({ nick: given.nick, last_at: given.last_at }),
    ),
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
