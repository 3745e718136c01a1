import { prepare } from './prepared-query.ts';

/** When accounts were last used, and with what their owners can sign in. */

export const lastSeen = prepare(
  'administration.lastSeen',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('sessions')
      .select(({ fn }) => ['account_id', fn.max('last_used_at').as('at')])
      .where('account_id', 'in', words.elementsOf(given.ids))
      .groupBy('account_id'),
);

export const keysLastUsed = prepare(
  'administration.keysLastUsed',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('api_keys')
      .innerJoin('api_key_notes', 'api_key_notes.key_id', 'api_keys.id')
      .select(({ fn }) => ['account_id', fn.max('last_used_at').as('at')])
      .where('account_id', 'in', words.elementsOf(given.ids))
      .where('last_used_at', 'is not', null)
      .groupBy('account_id'),
);

export const withPassword = prepare(
  'administration.withPassword',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('passwords')
      .select('account_id')
      .where('account_id', 'in', words.elementsOf(given.ids)),
);

export const withIdentity = prepare(
  'administration.withIdentity',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('linked_identities')
      .select('account_id')
      .distinct()
      .where('account_id', 'in', words.elementsOf(given.ids)),
);

export const withAuthenticator = prepare(
  'administration.withAuthenticator',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('totp_secrets')
      .select('account_id')
      .where('account_id', 'in', words.elementsOf(given.ids))
      .where('confirmed_at', 'is not', null),
);

export const withPasskey = prepare(
  'administration.withPasskey',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .selectFrom('passkeys')
      .select('account_id')
      .distinct()
      .where('account_id', 'in', words.elementsOf(given.ids)),
);
