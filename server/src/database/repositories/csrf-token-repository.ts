import type { Kysely } from 'kysely';
import type { CsrfTokenRepository } from '../../domain/csrf-token.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Schema } from '../schema.ts';

export function createCsrfTokenRepository(db: Kysely<Schema>): CsrfTokenRepository {
  return {
    async add({ hash, accountId, expiresAt }) {
      await db
        .insertInto('csrf_tokens')
        .values({ hash, account_id: accountId, expires_at: expiresAt })
        .execute();
    },

    async find(hash) {
      const row = await db
        .selectFrom('csrf_tokens')
        .select(['account_id', 'expires_at'])
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row && { accountId: row.account_id as AccountId, expiresAt: row.expires_at };
    },

    async putOff(hash, expiresAt) {
      await db
        .updateTable('csrf_tokens')
        .set({ expires_at: expiresAt })
        .where('hash', '=', hash)
        .where('expires_at', '<', expiresAt)
        .execute();
    },

    async evict(accountId, keep) {
      await db
        .deleteFrom('csrf_tokens')
        .where('account_id', '=', accountId)
        .where('hash', 'not in', (kept) =>
          kept
            .selectFrom('csrf_tokens')
            .select('hash')
            .where('account_id', '=', accountId)
            .orderBy('expires_at', 'desc')
            .limit(keep),
        )
        .execute();
    },

    async deleteExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('csrf_tokens')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
