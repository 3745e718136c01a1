import type { ApiKeyRepository } from '../../domain/model/account.ts';
import type { AccountId, ApiKeyId } from '../../domain/model/ids.ts';
import { bufferOf } from './bytes.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './session.ts';
import type { BoundRows } from './bound-rows.ts';

const insert = prepareInsert('apiKeys.insert', 'api_keys', [
  'id',
  'account_id',
  'hash',
  'salt',
  'created_at',
  'expires_at',
  'mac',
]);

const emailOfAccount = prepare('apiKeys.emailOfAccount', (db, given: { accountId: string }) =>
  db.selectFrom('accounts').select('email').where('id', '=', given.accountId),
);

const ofAccount = prepare('apiKeys.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .selectAll('key')
    .select('account.email as account_email')
    .where('key.account_id', '=', given.accountId)
    .orderBy('key.created_at'),
);

const anyUnbound = prepare('apiKeys.anyUnbound', (db) =>
  db.selectFrom('api_keys').select('id').where('mac', 'is', null).limit(1),
);

const anySalted = prepare('apiKeys.anySalted', (db) =>
  db.selectFrom('api_keys').select('account_id').where('salt', 'is not', null).limit(1),
);

const setEnd = prepare('apiKeys.setEnd', (db, given: { id: string; at: number; mac: Uint8Array }) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: given.at, mac: given.mac })
    .where('id', '=', given.id),
);

const deleteExpired = prepare('apiKeys.deleteExpired', (db, given: { now: number }) =>
  db.deleteFrom('api_keys').where('expires_at', '<=', given.now),
);

export function createApiKeyRepository(session: Session, bound: BoundRows): ApiKeyRepository {
  async function soundKeys(accountId: string) {
    const rows = await session.all(ofAccount, { accountId });
    return rows.filter((row) => bound.isSoundKey(row, row.account_email));
  }

  return {
    async add(key) {
      const account = await session.first(emailOfAccount, { accountId: key.accountId });
      const row = {
        id: key.id,
        account_id: key.accountId,
        hash: key.hash,
        salt: key.salt ?? null,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
      };
      await session.change(insert, { ...row, mac: bound.codeOfKey(row, account?.email ?? '') });
    },

    async listFor(accountId) {
      return (await soundKeys(accountId)).map((row) => ({
        id: row.id as ApiKeyId,
        accountId: row.account_id as AccountId,
        hash: bufferOf(row.hash),
        salt: row.salt === null ? undefined : bufferOf(row.salt),
        createdAt: row.created_at,
        expiresAt: row.expires_at ?? undefined,
      }));
    },

    async hasUnbound() {
      return (await session.first(anyUnbound, {})) !== undefined;
    },

    async hasSalted() {
      return (await session.first(anySalted, {})) !== undefined;
    },

    async endAll(accountId, at) {
      for (const row of await soundKeys(accountId)) {
        if (row.expires_at !== null && row.expires_at <= at) continue;
        const mac = bound.codeOfKey({ ...row, expires_at: at }, row.account_email);
        await session.change(setEnd, { id: row.id, at, mac });
      }
    },

    async deleteExpired(now) {
      return await session.change(deleteExpired, { now });
    },
  };
}
