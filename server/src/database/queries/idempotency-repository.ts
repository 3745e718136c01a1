import type { IdempotencyRepository } from '../../domain/model/idempotency.ts';
import { bufferOf } from './rows.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

const alive = prepare(
  'idempotency.alive',
  (db, given: { accountId: string; keyHash: Uint8Array; now: number }) =>
    db
      .selectFrom('idempotency_keys')
      .select('request_hash')
      .where('account_id', '=', given.accountId)
      .where('key_hash', '=', given.keyHash)
      .where('expires_at', '>', given.now),
);

const put = prepare('idempotency.put', (db, given: Schema['idempotency_keys']) =>
  db
    .insertInto('idempotency_keys')
    .values({
      account_id: given.account_id,
      key_hash: given.key_hash,
      request_hash: given.request_hash,
      expires_at: given.expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key_hash'])
        .doUpdateSet({ request_hash: given.request_hash, expires_at: given.expires_at }),
    ),
);

const endExpired = prepare('idempotency.endExpired', (db, given: { now: number }) =>
  db.deleteFrom('idempotency_keys').where('expires_at', '<=', given.now),
);

export function createIdempotencyRepository(session: Session): IdempotencyRepository {
  return {
    async find(accountId, keyHash, now) {
      const row = await session.first(alive, { accountId, keyHash, now });
      return row && { requestHash: bufferOf(row.request_hash) };
    },

    async add({ accountId, keyHash, requestHash, expiresAt }) {
      await session.change(put, {
        account_id: accountId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: expiresAt,
      });
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
