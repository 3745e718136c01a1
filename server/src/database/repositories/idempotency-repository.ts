import type { Kysely } from 'kysely';
import type { IdempotencyRepository } from '../../domain/idempotency.ts';
import { bufferOf } from '../bytes.ts';
import type { Schema } from '../schema.ts';

export function createIdempotencyRepository(db: Kysely<Schema>): IdempotencyRepository {
  return {
    async find(accountId, keyHash, now) {
      const row = await db
        .selectFrom('idempotency_keys')
        .select('request_hash')
        .where('account_id', '=', accountId)
        .where('key_hash', '=', keyHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && { requestHash: bufferOf(row.request_hash) };
    },

    async add({ accountId, keyHash, requestHash, expiresAt }) {
      await db
        .insertInto('idempotency_keys')
        .values({
          account_id: accountId,
          key_hash: keyHash,
          request_hash: requestHash,
          expires_at: expiresAt,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'key_hash'])
            .doUpdateSet({ request_hash: requestHash, expires_at: expiresAt }),
        )
        .execute();
    },

    async deleteExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency_keys')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
