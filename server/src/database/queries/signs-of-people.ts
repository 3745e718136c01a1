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

/** Links of invitations that still work, and whom they are for. */
export const openInvitations = prepare(
  'administration.openInvitations',
  (db, given: { now: number; at: number; before: string; limit: number }) =>
    db
      .selectFrom('account_links as link')
      .innerJoin('accounts as account', 'account.id', 'link.account_id')
      .leftJoin('accounts as inviter', 'inviter.id', 'link.invited_by')
      .selectAll('account')
      .select([
        'link.created_at as sent_at',
        'link.expires_at as ends_at',
        'inviter.email as inviter_email',
      ])
      .where('link.kind', '=', 'invitation')
      .where('link.expires_at', '>', given.now)
      .where('link.expires_at', '<=', given.at)
      .where((eb) =>
        eb.or([eb('link.expires_at', '<', given.at), eb('link.account_id', '<', given.before)]),
      )
      .orderBy('link.expires_at', 'desc')
      .orderBy('link.account_id', 'desc')
      .limit(given.limit),
);

export const invitationPlace = prepare(
  'administration.invitationPlace',
  (db, given: { accountId: string }) =>
    db
      .selectFrom('account_links')
      .select('expires_at')
      .where('account_id', '=', given.accountId)
      .where('kind', '=', 'invitation')
      .orderBy('created_at', 'desc')
      .limit(1),
);
