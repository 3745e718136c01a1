import type { ApiKeyRepository } from '../../domain/account.ts';
import type { AccountId, ApiKeyId } from '../../domain/ids.ts';
import { bufferOf } from '../bytes.ts';
import { prepare, prepareInsert } from '../prepared-query.ts';
import type { Session } from '../session.ts';

const insert = prepareInsert('apiKeys.insert', 'api_keys', [
  'id',
  'account_id',
  'hash',
  'salt',
  'created_at',
  'expires_at',
]);

const ofAccount = prepare('apiKeys.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', given.accountId)
    .orderBy('created_at'),
);

const anySalted = prepare('apiKeys.anySalted', (db) =>
  db.selectFrom('api_keys').select('account_id').where('salt', 'is not', null).limit(1),
);

const endAll = prepare('apiKeys.endAll', (db, given: { accountId: string; at: number }) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: given.at })
    .where('account_id', '=', given.accountId)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', given.at)]),
    ),
);

const deleteExpired = prepare('apiKeys.deleteExpired', (db, given: { now: number }) =>
  db.deleteFrom('api_keys').where('expires_at', '<=', given.now),
);

export function createApiKeyRepository(session: Session): ApiKeyRepository {
  return {
    async add(key) {
      await session.change(insert, {
        id: key.id,
        account_id: key.accountId,
        hash: key.hash,
        salt: key.salt ?? null,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
      });
    },

    async listFor(accountId) {
      const rows = await session.all(ofAccount, { accountId });
      return rows.map((row) => ({
        id: row.id as ApiKeyId,
        accountId: row.account_id as AccountId,
        hash: bufferOf(row.hash),
        salt: row.salt === null ? undefined : bufferOf(row.salt),
        createdAt: row.created_at,
        expiresAt: row.expires_at ?? undefined,
      }));
    },

    async hasSalted() {
      return (await session.first(anySalted, {})) !== undefined;
    },

    async endAll(accountId, at) {
      await session.change(endAll, { accountId, at });
    },

    async deleteExpired(now) {
      return await session.change(deleteExpired, { now });
    },
  };
}
