import type { Selectable } from 'kysely';
import type { AccessRead, CsrfToken, FoundKey } from '../../domain/model/account.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { boundColumns } from './bound-accounts.ts';
import type { BoundAccount } from './bound-people.ts';
import type { Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import type { BoundRows } from './bound-rows.ts';
import { accountOf, apiKeyOf, bufferOf } from './rows.ts';
import type { Schema } from './schema.ts';

const keyColumns = [
  'key.id as key_id',
  'key.hash as key_hash',
  'key.salt as key_salt',
  'key.created_at as key_created_at',
  'key.expires_at as key_expires_at',
  'key.mac as key_mac',
  'key.contacts_mac as key_contacts_mac',
  'key.scopes as key_scopes',
  'key.networks as key_networks',
] as const;

const tokenColumns = [
  'token.hash as token_hash',
  'token.account_id as token_account_id',
  'token.expires_at as token_expires_at',
] as const;

/** One row at least, also where there is no account. */
const access = prepare('apiKeys.access', (db, given: { email: string; tokenHash: Uint8Array }) =>
  db
    .selectFrom(db.selectNoFrom((eb) => eb.lit(1).as('one')).as('asked'))
    .leftJoin('accounts as account', (join) => join.on('account.email', '=', given.email))
    .leftJoin('api_keys as key', 'key.account_id', 'account.id')
    .leftJoin('csrf_tokens as token', (join) => join.on('token.hash', '=', given.tokenHash))
    .selectAll('account')
    .select(boundColumns)
    .select([...keyColumns, ...tokenColumns])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('api_keys').select('id').where('salt', 'is not', null))
        .as('has_salted'),
    )
    .orderBy('key.created_at'),
);

const byHash = prepare('apiKeys.byHash', (db, given: { hash: Uint8Array }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .selectAll('account')
    .select(boundColumns)
    .select(keyColumns)
    .where('key.hash', '=', given.hash)
    .where('key.salt', 'is', null)
    .orderBy('key.created_at'),
);

/** No token has it. */
const noHash = Buffer.alloc(0);

interface KeyRow {
  id: string | null;
  key_id: string | null;
  key_hash: Uint8Array | null;
  key_salt: Uint8Array | null;
  key_created_at: number | null;
  key_expires_at: number | null;
  key_mac: Uint8Array | null;
  key_contacts_mac: Uint8Array | null;
  key_scopes: string | null;
  key_networks: string | null;
}

interface AccessRow extends KeyRow {
  token_hash: Uint8Array | null;
  token_account_id: string | null;
  token_expires_at: number | null;
}

function keyRowOf(row: KeyRow): Selectable<Schema['api_keys']> | undefined {
  const { id, key_id, key_hash, key_created_at } = row;
  if (id === null || key_id === null || key_hash === null) return undefined;
  return {
    id: key_id,
    account_id: id,
    hash: key_hash,
    salt: row.key_salt,
    created_at: key_created_at ?? 0,
    expires_at: row.key_expires_at,
    mac: row.key_mac,
    contacts_mac: row.key_contacts_mac,
    scopes: row.key_scopes,
    networks: row.key_networks,
  };
}

function tokenOf(row: AccessRow | undefined): CsrfToken | undefined {
  if (row === undefined || row.token_hash === null) return undefined;
  return {
    hash: bufferOf(row.token_hash),
    accountId: row.token_account_id as AccountId,
    expiresAt: row.token_expires_at ?? 0,
  };
}

/** Everything that authenticating a request needs, in one read. */
export async function readAccess(
  session: Session,
  bound: BoundRows,
  email: string,
  tokenHash: Uint8Array = noHash,
): Promise<AccessRead> {
  const rows = await session.all(access, { email, tokenHash });
  const [row] = rows;
  // All rows have the same account, and the columns of a join without a match are NULL.
  const account =
    row === undefined || row.id === null
      ? undefined
      : (row as Selectable<Schema['accounts']> & BoundAccount);
  const keys = rows.flatMap((each) => keyRowOf(each) ?? []);
  return {
    account: account && bound.isSoundAccount(account) ? accountOf(account) : undefined,
    keys: keys
      .filter((key) => bound.isSoundKey(key, account?.email ?? ''))
      .map((key) => apiKeyOf(key, bound)),
    hasSalted: Boolean(row?.has_salted),
    token: tokenOf(row),
  };
}

export async function findByHash(
  session: Session,
  bound: BoundRows,
  hash: Uint8Array,
): Promise<FoundKey[]> {
  const rows = await session.all(byHash, { hash });
  return rows.flatMap((row) => {
    const key = keyRowOf(row);
    if (key === undefined || !bound.isSoundAccount(row) || !bound.isSoundKey(key, row.email))
      return [];
    return [{ account: accountOf(row), key: apiKeyOf(key, bound) }];
  });
}
