import type { Repositories } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';

export type WayRows = Pick<Repositories, 'identities' | 'passkeys' | 'passwords'>;

/** What works here: passkeys of this host name, and identities at these providers. */
export interface UsableWays {
  rpId: string;
  issuers: readonly string[];
}

/** The ways in which a person can sign in here. */
export interface Ways {
  hasPassword: boolean;
  hasPasskey: boolean;
  /** Of the linked identities. */
  issuers: readonly string[];
}

export async function findWays(
  rows: WayRows,
  accountId: AccountId,
  { rpId, issuers }: UsableWays,
): Promise<Ways> {
  const [password, passkeys, identities] = await Promise.all([
    rows.passwords.find(accountId),
    rows.passkeys.listFor(accountId),
    rows.identities.listFor(accountId),
  ]);
  return {
    hasPassword: password !== undefined,
    hasPasskey: passkeys.some((passkey) => passkey.rpId === rpId),
    issuers: identities.map(({ issuer }) => issuer).filter((issuer) => issuers.includes(issuer)),
  };
}

/** A passkey by its id, or an identity. */
export type Removed = { passkeyId: string } | { issuer: string; subject: string };

/**
 * Whether the account can still sign in without this one. The account must be locked, so that no other
 * transaction removes another way at the same time.
 */
export async function hasAnotherWay(
  rows: WayRows,
  accountId: AccountId,
  { rpId, issuers }: UsableWays,
  removed: Removed,
): Promise<boolean> {
  if ((await rows.passwords.find(accountId)) !== undefined) return true;
  const passkeys = (await rows.passkeys.listFor(accountId)).filter(
    (passkey) =>
      passkey.rpId === rpId && !('passkeyId' in removed && removed.passkeyId === passkey.id),
  );
  if (passkeys.length > 0) return true;
  const identities = (await rows.identities.listFor(accountId)).filter(
    ({ issuer, subject }) =>
      issuers.includes(issuer) &&
      !('issuer' in removed && removed.issuer === issuer && removed.subject === subject),
  );
  return identities.length > 0;
}
