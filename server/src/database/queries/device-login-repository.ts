import type { Selectable } from 'kysely';
import type { DeviceLogin, DeviceLoginRepository } from '../../domain/model/device-login.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Session } from './prepared-query.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareEnd, prepareSelect } from './rows-by-column.ts';
import { bufferOf } from './rows.ts';
import type { Schema } from './schema.ts';

type Row = Selectable<Schema['device_logins']>;

const insert = prepareInsert('deviceLogins.insert', 'device_logins', [
  'hash',
  'user_hash',
  'name',
  'scopes',
  'source',
  'created_at',
  'expires_at',
  'state',
]);
const byHash = prepareSelect('deviceLogins.byHash', 'device_logins', 'hash');
const byShown = prepareSelect('deviceLogins.byShown', 'device_logins', 'user_hash');

const settleAsked = prepare(
  'deviceLogins.settle',
  (db, given: Pick<Row, 'hash' | 'state' | 'account_id' | 'sealed'>) =>
    db
      .updateTable('device_logins')
      .set({ state: given.state, account_id: given.account_id, sealed: given.sealed })
      .where('hash', '=', given.hash)
      .where('state', '=', 'asked'),
);

const remove = prepareDelete('deviceLogins.remove', 'device_logins', 'hash');
const removeOfAccount = prepareDelete('deviceLogins.removeAll', 'device_logins', 'account_id');
const endExpired = prepareEnd('deviceLogins.endExpired', 'device_logins');

function loginIn(row: Row | undefined): DeviceLogin | undefined {
  if (row === undefined) return undefined;
  const { account_id: accountId, sealed } = row;
  return {
    hash: bufferOf(row.hash),
    userHash: bufferOf(row.user_hash),
    name: row.name,
    scopes: row.scopes,
    source: row.source,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.state as DeviceLogin['state'],
    leave:
      accountId === null || sealed === null
        ? undefined
        : { accountId: accountId as AccountId, sealed: bufferOf(sealed) },
  };
}

export function createDeviceLoginRepository(session: Session): DeviceLoginRepository {
  return {
    async add({ hash, userHash, name, scopes, source, createdAt, expiresAt, state }) {
      await session.change(insert, {
        ...{ hash, name, scopes, source, state },
        user_hash: userHash,
        created_at: createdAt,
        expires_at: expiresAt,
      });
    },

    async find(hash) {
      return loginIn(await session.first(byHash, { hash }));
    },

    async findShown(userHash) {
      return loginIn(await session.first(byShown, { user_hash: userHash }));
    },

    async settle(hash, state, leave) {
      const { accountId = null, sealed = null } = leave ?? {};
      const answer = { hash, state, account_id: accountId, sealed };
      return (await session.change(settleAsked, answer)) > 0;
    },

    async take(hash) {
      return (await session.change(remove, { hash })) > 0;
    },

    async removeAll(accountId) {
      await session.change(removeOfAccount, { account_id: accountId });
    },

    async deleteExpired(now) {
      return await session.change(endExpired, { now });
    },
  };
}
