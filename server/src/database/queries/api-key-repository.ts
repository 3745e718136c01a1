import type { ApiKeyRepository } from '../../domain/model/account.ts';
import type { AccountId, ApiKeyId } from '../../domain/model/ids.ts';
import type { BoundRows } from './bound-rows.ts';
import { findByHash, readAccess } from './access-read.ts';
import {
  endingKeys,
  keyName,
  putKeyName,
  putKeyTold,
  putKeyUse,
  readKeyNotes,
} from './api-key-notes.ts';
import { apiKeyOf } from './rows.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import { prepareEnd, prepareUpdate } from './rows-by-column.ts';

const insertKey = prepareInsert('apiKeys.insert', 'api_keys', [
  'id',
  'account_id',
  'hash',
  'salt',
  'created_at',
  'expires_at',
  'mac',
  'contacts_mac',
  'scopes',
  'networks',
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

const setEnd = prepareUpdate('apiKeys.setEnd', 'api_keys', 'id', 'expires_at', 'mac');
const deleteExpired = prepareEnd('apiKeys.deleteExpired', 'api_keys');

const basicOnly = prepare('apiKeys.basicOnly', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .leftJoin('api_key_notes as note', 'note.key_id', 'key.id')
    .select(['account.email', 'note.name', 'key.salt'])
    .where((key) =>
      key.or([
        key('key.salt', 'is not', null),
        key.exists(
          key
            .selectFrom('api_keys as other')
            .select('other.id')
            .whereRef('other.hash', '=', 'key.hash')
            .whereRef('other.account_id', '!=', 'key.account_id')
            .where('other.salt', 'is', null)
            .where((other) =>
              other.or([
                other('other.expires_at', 'is', null),
                other('other.expires_at', '>', given.now),
              ]),
            ),
        ),
      ]),
    )
    .where((key) =>
      key.or([key('key.expires_at', 'is', null), key('key.expires_at', '>', given.now)]),
    )
    .orderBy('account.email')
    .orderBy('key.created_at')
    .limit(given.limit),
);

export function createApiKeyRepository(session: Session, bound: BoundRows): ApiKeyRepository {
  async function soundKeys(accountId: string) {
    const rows = await session.all(ofAccount, { accountId });
    return rows.filter((row) => bound.isSoundKey(row, row.account_email));
  }

  /** False where it ends before. */
  async function endKey(
    row: Awaited<ReturnType<typeof soundKeys>>[number],
    at: number,
  ): Promise<boolean> {
    if (row.expires_at !== null && row.expires_at <= at) return false;
    const mac = bound.codeOfKey({ ...row, expires_at: at }, row.account_email);
    await session.change(setEnd, { id: row.id, expires_at: at, mac });
    return true;
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
        scopes: key.scopes?.join(' ') ?? null,
        networks: key.networks?.join(' ') ?? null,
      };
      await session.change(insertKey, {
        ...row,
        mac: bound.codeOfKey(row, account?.email ?? ''),
        contacts_mac: key.replacesContacts === true ? bound.codeOfContactsRight(row) : null,
      });
    },

    async listFor(accountId) {
      return (await soundKeys(accountId)).map((row) => apiKeyOf(row, bound));
    },

    async listNamed(accountId) {
      const notes = await readKeyNotes(session, accountId);
      return (await soundKeys(accountId)).map((row) => ({
        ...apiKeyOf(row, bound),
        name: notes.get(row.id)?.name ?? '',
        lastUsedAt: notes.get(row.id)?.last_used_at ?? undefined,
      }));
    },

    async setName(id, name) {
      await session.change(putKeyName, { id, name });
    },

    async findName(id) {
      return (await session.first(keyName, { id }))?.name ?? '';
    },

    async listEnding(span, limit) {
      const rows = await session.all(endingKeys, { ...span, limit });
      return rows.map((row) => ({
        id: row.id as ApiKeyId,
        accountId: row.account_id as AccountId,
        expiresAt: row.expires_at ?? 0,
      }));
    },

    async noteTold(id, days) {
      return (await session.change(putKeyTold, { id, value: days })) > 0;
    },

    async noteUse(id, at) {
      await session.change(putKeyUse, { id, value: at });
    },

    readAccess: (email, tokenHash) => readAccess(session, bound, email, tokenHash),

    findByHash: (hash) => findByHash(session, bound, hash),

    async listBasicOnly(now, limit) {
      const rows = await session.all(basicOnly, { now, limit });
      return rows.map(({ email, name, salt }) => ({
        ...{ email, name: name ?? '' },
        reason: salt === null ? 'shared' : 'short',
      }));
    },

    async hasUnbound() {
      return (await session.first(anyUnbound, {})) !== undefined;
    },

    async end(accountId, id, at) {
      const row = (await soundKeys(accountId)).find((key) => key.id === id);
      return row !== undefined && (await endKey(row, at));
    },

    async endAll(accountId, at) {
      for (const row of await soundKeys(accountId)) await endKey(row, at);
    },

    async deleteExpired(now) {
      return await session.change(deleteExpired, { now });
    },
  };
}
