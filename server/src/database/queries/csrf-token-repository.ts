import type { CsrfTokenRepository } from '../../domain/model/account.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Session } from './prepared-query.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareEnd } from './rows-by-column.ts';

const insertToken = prepareInsert('csrfTokens.insert', 'csrf_tokens', [
  'hash',
  'account_id',
  'expires_at',
]);

const byHash = prepare('csrfTokens.byHash', (db, given: { hash: Uint8Array }) =>
  db.selectFrom('csrf_tokens').select(['account_id', 'expires_at']).where('hash', '=', given.hash),
);

const putOff = prepare('csrfTokens.putOff', (db, given: { hash: Uint8Array; expiresAt: number }) =>
  db
    .updateTable('csrf_tokens')
    .set({ expires_at: given.expiresAt })
    .where('hash', '=', given.hash)
    .where('expires_at', '<', given.expiresAt),
);

const endOldest = prepare(
  'csrfTokens.endOldest',
  (db, given: { accountId: string; keep: number }) =>
    db
      .deleteFrom('csrf_tokens')
      .where('account_id', '=', given.accountId)
      .where('hash', 'not in', (kept) =>
        kept
          .selectFrom('csrf_tokens')
          .select('hash')
          .where('account_id', '=', given.accountId)
          .orderBy('expires_at', 'desc')
          .limit(given.keep),
      ),
);

const endExpired = prepareEnd('csrfTokens.endExpired', 'csrf_tokens');

export function createCsrfTokenRepository(session: Session): CsrfTokenRepository {
  return {
    async add({ hash, accountId, expiresAt }) {
      await session.change(insertToken, { hash, account_id: accountId, expires_at: expiresAt });
    },

    async find(hash) {
      const row = await session.first(byHash, { hash });
      return row && { accountId: row.account_id as AccountId, expiresAt: row.expires_at };
    },

    async putOff(hash, expiresAt) {
      await session.change(putOff, { hash, expiresAt });
    },

    async evict(accountId, keep) {
      await session.change(endOldest, { accountId, keep });
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
