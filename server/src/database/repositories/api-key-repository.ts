import type { ApiKeyRepository } from '../../domain/account.ts';
import type { AccountId, ApiKeyId } from '../../domain/ids.ts';
import { bufferOf } from '../bytes.ts';
import { prepare } from '../prepared-query.ts';
import type { Session } from '../session.ts';

const ofAccount = prepare((db, given: { accountId: string }) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', given.accountId)
    .orderBy('created_at'),
);

export function createApiKeyRepository(session: Session): ApiKeyRepository {
  const { db } = session;

  return {
    async add(key) {
      await db
        .insertInto('api_keys')
        .values({
          id: key.id,
          account_id: key.accountId,
          hash: key.hash,
          created_at: key.createdAt,
          expires_at: key.expiresAt ?? null,
        })
        .execute();
    },

    async listFor(accountId) {
      const rows = await session.all(ofAccount, { accountId });
      return rows.map((row) => ({
        id: row.id as ApiKeyId,
        accountId: row.account_id as AccountId,
        hash: bufferOf(row.hash),
        createdAt: row.created_at,
        expiresAt: row.expires_at ?? undefined,
      }));
    },

    async endAll(accountId, at) {
      await db
        .updateTable('api_keys')
        .set({ expires_at: at })
        .where('account_id', '=', accountId)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
        .execute();
    },

    async deleteExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
